import { createHash } from "node:crypto";
import type { Answer, FileTree, TreeChange } from "../../ports/repository.ts";
import { blobName } from "./blob-name.ts";
import type { GitDirectory } from "./git-directory.ts";
import type { GitAnswer } from "./git-process.ts";
import { splitNul } from "./nul-list.ts";

/** What a tree holds at a path. */
export interface TreeEntry {
  readonly mode: string;
  readonly name: string;
}

const largestRead = 1024 * 1024;
/** Milliseconds for reading one file. */
const patienceMs = 10_000;
const noName = /^0+$/;

export async function compareTrees(
  git: GitDirectory,
  before: string,
  after: string,
  signal: AbortSignal,
): Promise<Answer<readonly TreeChange[]>> {
  if (before === after) return { ok: true, value: [] };
  const answer = await git.run(["diff-tree", "-r", "-z", "--raw", "--no-renames", before, after], { signal });
  if (!answer.ok) return failure(answer);
  const fields = splitNul(answer.stdout);
  const changes: TreeChange[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, , from = "", to = ""] = (fields[at] ?? "").split(" ");
    const old = noName.test(from) ? undefined : from;
    const now = noName.test(to) ? undefined : to;
    const status = old === undefined ? "added" : now === undefined ? "deleted" : "modified";
    changes.push({ path: fields[at + 1] ?? "", status, before: old, after: now });
  }
  return { ok: true, value: changes };
}

export async function readEntries(
  git: GitDirectory,
  tree: string,
  signal: AbortSignal,
): Promise<Answer<ReadonlyMap<string, TreeEntry>>> {
  const answer = await git.run(["ls-tree", "-r", "-z", "--full-tree", tree], { signal });
  if (!answer.ok) return failure(answer);
  const entries = new Map<string, TreeEntry>();
  for (const line of splitNul(answer.stdout)) {
    const tab = line.indexOf("\t");
    const [mode = "", , name = ""] = line.slice(0, tab).split(" ");
    entries.set(line.slice(tab + 1), { mode, name });
  }
  return { ok: true, value: entries };
}

/** The files of a tree. A file that can't be read reads as nothing. */
export async function filesOf(git: GitDirectory, tree: string, signal: AbortSignal): Promise<Answer<FileTree>> {
  const listing = await readEntries(git, tree, signal);
  if (!listing.ok) return listing;
  const entries = listing.value;
  // The listing is kept for longer than its first reader waits.
  const inTime = () => AbortSignal.timeout(patienceMs);
  const files: FileTree = {
    list: async () => [...entries.keys()],
    async read(path) {
      const entry = entries.get(path);
      if (!entry?.mode.startsWith("100")) return undefined;
      const answer = await git.run(["cat-file", "blob", entry.name], { mostBytes: largestRead, signal: inTime() });
      if (!answer.ok) return undefined;
      if (blobName(answer.stdout, entry.name) !== entry.name) throw new Error(describeForged(path));
      return answer.stdout.toString("utf8");
    },
  };
  return { ok: true, value: files };
}

export function describeForged(path: string): string {
  return `the repository's object for ${path} holds something else than its name says`;
}

export async function hashPatch(
  git: GitDirectory,
  before: string,
  after: string,
  signal: AbortSignal,
): Promise<Answer<string>> {
  const sha256 = createHash("sha256");
  const args = ["diff-tree", "-r", "-p", "--binary", "--full-index", "--no-renames", "--no-ext-diff", "--no-textconv"];
  const answer = await git.run([...args, before, after], { signal, onOutput: (piece) => sha256.update(piece) });
  return answer.ok ? { ok: true, value: sha256.digest("hex") } : failure(answer);
}

export function failure(answer: Extract<GitAnswer, { ok: false }>): Extract<Answer<never>, { ok: false }> {
  return { ok: false, why: answer.why === "aborted" ? "stopped" : "failed", message: answer.message };
}
