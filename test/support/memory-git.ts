import { posix } from "node:path";
import type { EntryKind, Git, Head } from "../../src/ports/repository.ts";

/** A commit's entries by path relative to its root: the text of a file, or what else is there. */
export type MemoryCommit = Readonly<Record<string, string | { readonly kind: Exclude<EntryKind, "file"> }>>;

/** A repository whose HEAD holds these entries; the directories above them are there without being named. */
export function memoryGit(commit: MemoryCommit, root = "/repo"): Git {
  const head: Head = { commit: "c".repeat(40), root };
  const nameOf = (path: string) => posix.relative(root, path);
  const kindAt = (path: string): EntryKind | undefined => {
    const name = nameOf(path);
    if (Object.hasOwn(commit, name)) {
      const entry = commit[name];
      return typeof entry === "object" ? entry.kind : "file";
    }
    const above = name === "" || Object.keys(commit).some((each) => each.startsWith(`${name}/`));
    return above ? "directory" : undefined;
  };
  return {
    isIgnored: async () => false,
    head: async () => ({ status: "found", head }),
    async kindsAt(_, paths) {
      const found = paths.map((path) => [path, kindAt(path)] as const);
      return {
        status: "read",
        kinds: new Map(found.flatMap(([path, kind]) => (kind === undefined ? [] : [[path, kind] as const]))),
      };
    },
    async readAt(_, path, maxBytes) {
      const entry = Object.hasOwn(commit, nameOf(path)) ? commit[nameOf(path)] : undefined;
      if (typeof entry === "string") {
        return entry.length > maxBytes ? { status: "tooLarge", size: entry.length } : { status: "ok", text: entry };
      }
      return { status: kindAt(path) === undefined ? "missing" : "notAFile" };
    },
  };
}
