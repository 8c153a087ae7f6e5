import type { ChangedFile } from "../artefact/artefact.ts";
import type { ReadOutcome } from "./machine.ts";

/** What the core needs of git; the adapters give the real thing, tests an in-memory one. */

/** The commit that a work tree stands on. */
export interface Head {
  /** 40 or 64 hex digits. */
  readonly commit: string;
  /** Absolute: the work tree's root, links followed. */
  readonly root: string;
}

export type HeadReading =
  | { readonly status: "found"; readonly head: Head }
  /** No git, no repository, or no commit in it. */
  | { readonly status: "none" }
  /** There may be one, and git could not tell. */
  | { readonly status: "unreadable"; readonly message: string };

/** What a commit holds at a path. `other` is the commit of a submodule. */
export type EntryKind = "file" | "directory" | "link" | "other";

export type EntryReading =
  /** By path; what the commit doesn't hold is not in there. */
  | { readonly status: "read"; readonly kinds: ReadonlyMap<string, EntryKind> }
  | { readonly status: "unreadable"; readonly message: string };

/**
 * Reads repositories and changes nothing in them: runs none of their hooks and programs, fetches nothing, and answers within
 * a bounded time. Paths are absolute, those in a commit as its work tree has them, with no link above the root. Never rejects.
 */
export interface Git {
  /** Whether git leaves a path out of its work tree's listings; undefined where git can't tell. */
  isIgnored(path: string, directory: string): Promise<boolean | undefined>;
  /** The commit that the work tree around a directory stands on. */
  head(directory: string): Promise<HeadReading>;
  kindsAt(head: Head, paths: readonly string[]): Promise<EntryReading>;
  /** The text of a regular file in the commit, where it has at most `maxBytes`. */
  readAt(head: Head, path: string, maxBytes: number): Promise<ReadOutcome>;
}

/** What a work tree holds at one moment. */
export interface WorkState {
  /** Git's name for the tree of all files. */
  readonly tree: string;
  /** When taking it began, in milliseconds since the epoch. */
  readonly takenAt: number;
  /** Files in the tree that the project has git ignore. */
  readonly ignored: ReadonlySet<string>;
  /** Files that have been written since the time that was asked about, whatever they hold now. */
  readonly rewritten: readonly string[];
  /** What lies in the work tree and not in the tree: ignored directories, large files, repositories of their own. */
  readonly beside: readonly string[];
}

export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly why: "stopped" | "failed"; readonly message: string };

/** Files by path relative to a root, with `/`. Never rejects. */
export interface FileTree {
  list(): Promise<readonly string[]>;
  /** Text of a regular file of at most 1 MiB; undefined where there is none. */
  read(path: string): Promise<string | undefined>;
}

export interface TreeChange {
  readonly path: string;
  readonly status: "added" | "modified" | "deleted";
  /** Git's name for the content before; undefined where there was none. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** What a path of a tree is to hold: what it holds in another tree, nothing, or a text. */
export type Amendment =
  | { readonly path: string; readonly to: "asIn"; readonly tree: string }
  | { readonly path: string; readonly to: "removed" }
  | { readonly path: string; readonly to: "text"; readonly text: string };

/** A directory that holds a tree, with what lies beside it brought along, so that commands can work there. */
export interface IsolatedCopy {
  /** Absolute, links followed. */
  readonly root: string;
  /** Resolves to what went wrong; it is then still there. */
  remove(): Promise<string | undefined>;
}

export interface CaptureRequest {
  /** A state from before: what git would ignore only since then is in the new one all the same. */
  readonly since?: WorkState;
  /** Milliseconds since the epoch. */
  readonly writtenSince?: number;
}

/** Remembers states of one work tree, apart from the user's own repository, which it never writes. Never rejects. */
export interface Repository {
  /** The work tree's root, absolute, links followed. */
  readonly root: string;
  capture(request: CaptureRequest, signal: AbortSignal): Promise<Answer<WorkState>>;
  /** What differs between two trees; a rename is a deletion and an addition. */
  compare(before: string, after: string, signal: AbortSignal): Promise<Answer<readonly TreeChange[]>>;
  files(tree: string, signal: AbortSignal): Promise<Answer<FileTree>>;
  /** The tree in which some paths hold something else. */
  amend(tree: string, amendments: readonly Amendment[], signal: AbortSignal): Promise<Answer<string>>;
  /** SHA-256, in hex, of the binary patch between two trees. */
  hashPatch(before: string, after: string, signal: AbortSignal): Promise<Answer<string>>;
  copy(tree: string, beside: readonly string[], signal: AbortSignal): Promise<Answer<IsolatedCopy>>;
}

export type RepositoryOpening =
  | { readonly status: "open"; readonly repository: Repository }
  /** The directory lies in no git work tree. */
  | { readonly status: "none" }
  | { readonly status: "failed"; readonly message: string };

export interface Repositories {
  /** The memory of the git work tree that an absolute directory lies in. Never rejects. */
  open(directory: string, signal: AbortSignal): Promise<RepositoryOpening>;
}

export type HistoryReading =
  | { readonly status: "read"; readonly files: readonly ChangedFile[] }
  /** The commit isn't there, has no ancestor in common with the present one, or git can't tell. */
  | { readonly status: "failed"; readonly message: string };

/** What git knows of a work tree. Never rejects, and answers within a bounded time. */
export interface History {
  /** The absolute root of the work tree that the directory lies in; undefined where it lies in none. */
  root(directory: string): Promise<string | undefined>;
  /** What differs in the whole work tree, untracked files included, since the present branch left the named commit's. */
  changesSince(commit: string, directory: string): Promise<HistoryReading>;
}
