import { basename } from "node:path/posix";
import type { Answer, CaptureRequest, WorkState } from "../../ports/repository.ts";
import type { GitDirectory } from "./git-directory.ts";
import { compareTrees, failure } from "./git-trees.ts";
import { forget, updateIndex } from "./index-update.ts";
import { findRewritten } from "./rewritten.ts";
import { listFilesIn, listWorkTree } from "./work-tree-listing.ts";

/** Larger new files stay out of the trees, in bytes. */
const largestFile = 16 * 1024 * 1024;
/** The same for files that git ignores: data and caches, where configuration is meant to be found. */
const largestIgnored = 1024 * 1024;
const mostIgnored = 2000;

/** What a capture remembers from one time to the next. */
export interface CaptureMemory {
  /** Files in the index that the project has git ignore. */
  readonly ignored: Set<string>;
  /** The tree that was written last; undefined where the index has changed since then. */
  tree: string | undefined;
  /** Files in the index that have to be read again, however much they look as they did. */
  recent: readonly string[];
}

/** Brings the private index up to date and writes its tree. */
export async function capture(
  git: GitDirectory,
  memory: CaptureMemory,
  { since, writtenSince }: CaptureRequest,
  signal: AbortSignal,
): Promise<Answer<WorkState>> {
  const takenAt = Date.now();
  const forgotten = await forget(git, memory.recent, signal);
  if (!forgotten.ok) return failure(forgotten);
  const [rewritten, listing] = await Promise.all([
    findRewritten(git, memory.recent, writtenSince, signal),
    listWorkTree(git, signal),
  ]);
  if (!rewritten.ok) return rewritten;
  if ("ok" in listing) return failure(listing);
  const isAsBefore = listing.changed.length + listing.untracked.length + listing.ignored.length === 0;
  if (!isAsBefore) memory.tree = undefined;
  const own = { changed: listing.changed, added: listing.untracked, mostBytes: largestFile };
  const first = await updateIndex(git, own, signal);
  if (!first.ok) return failure(first);
  const ignored = listing.ignored.slice(0, mostIgnored);
  const second = await updateIndex(git, { changed: [], added: ignored, mostBytes: largestIgnored }, signal);
  if (!second.ok) return failure(second);
  memory.recent = [...first.recent, ...second.recent];
  for (const path of ignored) memory.ignored.add(path);

  const written = memory.tree === undefined ? await writeTree(git, signal) : treeNamed(memory.tree);
  if (!written.ok) return written;
  const revealed = await reveal(git, { since, tree: written.value, beside: listing.beside }, signal);
  if (!revealed.ok) return revealed;
  memory.tree = revealed.value;
  const left = [...first.tooLarge, ...second.tooLarge, ...listing.ignored.slice(mostIgnored)];
  return {
    ok: true,
    value: {
      tree: revealed.value,
      takenAt,
      rewritten: rewritten.value,
      ignored: new Set(memory.ignored),
      beside: [...listing.beside, ...left],
    },
  };
}

function treeNamed(tree: string): Answer<string> {
  return { ok: true, value: tree };
}

async function writeTree(git: GitDirectory, signal: AbortSignal): Promise<Answer<string>> {
  const written = await git.run(["write-tree", "--missing-ok"], { signal, isAlone: true });
  return written.ok ? { ok: true, value: written.stdout.toString().trim() } : failure(written);
}

interface Hiding {
  readonly since: WorkState | undefined;
  readonly tree: string;
  readonly beside: readonly string[];
}

/** Where the rules of what is ignored have changed, a directory that they newly hide is taken in all the same. */
async function reveal(git: GitDirectory, hiding: Hiding, signal: AbortSignal): Promise<Answer<string>> {
  const { since, tree, beside } = hiding;
  const known = new Set(since?.beside ?? beside);
  const hidden = beside.filter((path) => !known.has(path) && basename(path) !== "node_modules");
  if (since === undefined || hidden.length === 0) return treeNamed(tree);
  const changes = await compareTrees(git, since.tree, tree, signal);
  if (!changes.ok) return changes;
  if (!changes.value.some(({ path }) => basename(path) === ".gitignore")) return treeNamed(tree);
  const files = await listFilesIn(git, hidden, signal);
  if ("ok" in files) return failure(files);
  const added = files.slice(0, mostIgnored);
  const update = await updateIndex(git, { changed: [], added, mostBytes: largestIgnored }, signal);
  return update.ok ? writeTree(git, signal) : failure(update);
}
