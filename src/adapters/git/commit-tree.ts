import { isAbsolute, relative, sep } from "node:path";
import type { ReadOutcome } from "../../ports/machine.ts";
import type { EntryKind, EntryReading, Head } from "../../ports/repository.ts";
import { askGit } from "./git-command.ts";

/** Bytes that a listing may have at most: one line for each path that is asked for, and for the directories above it. */
const LONGEST_LISTING = 4 * 1024 * 1024;
/** Paths that one call of git is asked about: command lines are limited. */
const PATHS_AT_ONCE = 200;

interface Entry {
  readonly kind: EntryKind;
  readonly object: string;
  /** Bytes; NaN for what is no file. */
  readonly size: number;
}

type Listing =
  | { readonly status: "read"; readonly entries: ReadonlyMap<string, Entry> }
  | { readonly status: "unreadable"; readonly message: string };

export async function kindsAt(head: Head, paths: readonly string[]): Promise<EntryReading> {
  const listing = await list(head, paths);
  if (listing.status === "unreadable") return listing;
  return { status: "read", kinds: new Map([...listing.entries].map(([path, { kind }]) => [path, kind])) };
}

export async function readAt(head: Head, path: string, maxBytes: number): Promise<ReadOutcome> {
  const listing = await list(head, [path]);
  if (listing.status === "unreadable") return listing;
  const entry = listing.entries.get(path);
  if (entry === undefined) return { status: "missing" };
  if (entry.kind !== "file") return { status: "notAFile" };
  if (entry.size > maxBytes) return { status: "tooLarge", size: entry.size };
  const args = ["cat-file", "blob", entry.object];
  const answer = await askGit({ directory: head.root, args, maxBytes: maxBytes + 1 });
  if (answer.status === "ok") return { status: "ok", text: new TextDecoder().decode(answer.output) };
  return { status: "unreadable", message: "message" in answer ? answer.message : "git is not installed" };
}

/** What the commit holds, by the paths that were asked for; a path outside of the work tree is in no commit. */
async function list(head: Head, paths: readonly string[]): Promise<Listing> {
  const entries = new Map<string, Entry>();
  const wanted = new Map<string, string>();
  for (const path of paths) {
    const inCommit = relative(head.root, path).split(sep).join("/");
    if (inCommit === "") entries.set(path, { kind: "directory", object: head.commit, size: Number.NaN });
    else if (inCommit !== ".." && !inCommit.startsWith("../") && !isAbsolute(inCommit)) wanted.set(inCommit, path);
  }
  for (let start = 0; start < wanted.size; start += PATHS_AT_ONCE) {
    const some = [...wanted.keys()].slice(start, start + PATHS_AT_ONCE);
    // With -t a directory is listed also where a path below it is asked for.
    const args = ["--literal-pathspecs", "ls-tree", "-l", "-t", "-z", "--full-tree", head.commit, "--", ...some];
    const answer = await askGit({ directory: head.root, args, maxBytes: LONGEST_LISTING });
    if (answer.status !== "ok")
      return { status: "unreadable", message: "message" in answer ? answer.message : "git is not installed" };
    for (const line of answer.output.toString("utf8").split("\0")) {
      const [, mode = "", object = "", size = "", found = ""] = /^(\d+) \S+ (\S+) +(\S+)\t([\s\S]*)$/.exec(line) ?? [];
      const path = wanted.get(found);
      if (path !== undefined) entries.set(path, { kind: kindOf(mode), object, size: Number(size) });
    }
  }
  return { status: "read", entries };
}

function kindOf(mode: string): EntryKind {
  switch (mode) {
    case "100644":
    case "100755":
    case "100664":
      return "file";
    case "040000":
      return "directory";
    case "120000":
      return "link";
    default:
      return "other";
  }
}
