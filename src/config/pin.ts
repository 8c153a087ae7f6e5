import { resolve } from "node:path";
import type { Files, ReadOutcome } from "../ports/machine.ts";
import type { Git, HeadReading } from "../ports/repository.ts";
import { type ConfigFile, configFile } from "./config-files.ts";

/** Bytes that a configuration file may have at most. */
export const longestFile = 256 * 1024;

/** The commit that a project stood on when it was first asked for: nothing that is committed later is looked at. */
export class Pin {
  private readonly git: Pick<Git, "head" | "readAt">;
  private readonly directory: string;
  private reading: Promise<HeadReading> | undefined;

  constructor(git: Pick<Git, "head" | "readAt">, directory: string) {
    this.git = git;
    this.directory = directory;
  }

  head(): Promise<HeadReading> {
    this.reading ??= this.git.head(this.directory);
    return this.reading;
  }

  /** What the commit has of a file that may or may not be in it; undefined where there is no commit. */
  async read(path: string): Promise<ReadOutcome | undefined> {
    const reading = await this.head();
    switch (reading.status) {
      case "none":
        return undefined;
      case "unreadable":
        return reading;
      case "found":
        return this.git.readAt(reading.head, path, longestFile);
    }
  }
}

/** Bytes of the file that stands for a repository which lies elsewhere. */
const longestPointer = 4096;

/**
 * Whether git's index knows a configuration file of the project, as far as that can be told without asking git: it is the
 * first thing that is looked for in every project, also in those that have nothing to do with all this.
 */
async function isIndexed(worktree: string, files: Files): Promise<boolean> {
  if (worktree === "/") return false;
  const pointer = await files.read(resolve(worktree, ".git"), longestPointer);
  const [, elsewhere] = pointer.status === "ok" ? (/^gitdir: (.+)/.exec(pointer.text) ?? []) : [];
  const index = resolve(worktree, elsewhere ?? ".git", "index");
  const found = await files.find(index, configFile, new AbortController().signal);
  return found.status === "found";
}

/** A place for configuration, as it was when the plugin started. */
export interface FileAtStart {
  readonly path: string;
  readonly shown: string;
  /** SHA-256 of what lay there; undefined where there was no readable file. */
  readonly hash: string | undefined;
  /** Whether what lay there is not in force, because the commit has something else. */
  readonly overruled: boolean;
}

export interface PinnedFile {
  readonly atStart: FileAtStart;
  /** What is in force. */
  readonly outcome: ReadOutcome;
}

/** Reads configuration files. Git is asked only where there is one of the project, or its index says that there should be. */
export async function readAllPinned(
  places: readonly ConfigFile[],
  { files, pin, worktree }: { readonly files: Files; readonly pin: Pin | undefined; readonly worktree: string },
): Promise<PinnedFile[]> {
  const own = places.filter(({ home }) => home !== undefined);
  const facts = await Promise.all([isIndexed(worktree, files), ...own.map(({ path }) => files.stat(path))]);
  const asked = facts.some(Boolean) ? pin : undefined;
  return Promise.all(places.map((place) => readPinned(place, files, asked)));
}

/**
 * Reads a configuration file. A file of the project that is tracked counts as it is committed: whoever can edit the work
 * tree, a producer above all, could otherwise set the rules.
 */
async function readPinned(file: ConfigFile, files: Files, pin: Pin | undefined): Promise<PinnedFile> {
  const { path, shown, home } = file;
  const outcome = await files.read(path, longestFile);
  const [hash, committed] = await Promise.all([files.hash(path), home === undefined ? undefined : pin?.read(path)]);
  const isTracked = committed !== undefined && committed.status !== "missing" && committed.status !== "notAFile";
  const inForce = isTracked ? committed : outcome;
  return { atStart: { path, shown, hash, overruled: !isSame(inForce, outcome) }, outcome: inForce };
}

/** Line ends aside, which git may convert. */
function isSame(one: ReadOutcome, other: ReadOutcome): boolean {
  if (one === other) return true;
  return one.status === "ok" && other.status === "ok" && withoutReturns(one.text) === withoutReturns(other.text);
}

function withoutReturns(text: string): string {
  return text.replaceAll("\r\n", "\n");
}
