import { copyFile, readFile, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import type { GitDirectory } from "./git-directory.ts";
import { joinNul, splitNul } from "./nul-list.ts";

/** One entry of an index. */
interface IndexEntry {
  readonly path: string;
  readonly mode: string;
  /** Whether git was told not to look at the file. */
  readonly isBlind: boolean;
  readonly isConflict: boolean;
}

const gitlink = "160000";
const converting = /(^|\s)[-!]?(text|crlf|eol|filter|ident|working-tree-encoding)\b/;

/**
 * Begins the private index with a copy of the user's, so that only files which changed since the last git command have to be
 * read. Where the copy can't be relied on the index begins empty, and the first state takes longer.
 */
export async function seedIndex(git: GitDirectory, signal: AbortSignal): Promise<void> {
  const index = join(git.path, "index");
  const isSeeded = !git.layout.converts && (await copyIndex(git.layout.index, index)) && (await adopt(git, signal));
  if (!isSeeded) await rm(index, { force: true });
}

/** Rounded down, the time of writing makes git read the files again that changed in the same second. */
async function copyIndex(from: string, to: string): Promise<boolean> {
  try {
    const { mtimeMs } = await stat(from);
    await copyFile(from, to);
    const second = Math.floor(mtimeMs / 1000);
    await utimes(to, second, second);
    return true;
  } catch {
    return false; // No index yet, or none that can be read: an empty one serves.
  }
}

/** Takes out what must not be believed; false where that is not enough. */
async function adopt(git: GitDirectory, signal: AbortSignal): Promise<boolean> {
  const listing = await git.run(["ls-files", "-z", "-v", "--stage"], { signal });
  if (!listing.ok) return false;
  const entries = splitNul(listing.stdout).map(entryOf);
  if (entries.some(({ isConflict }) => isConflict)) return false;
  if (await convertsFiles(git, entries)) return false;
  const blind = entries.filter(({ isBlind }) => isBlind);
  const links = entries.filter(({ mode }) => mode === gitlink);
  const steps: [string[], IndexEntry[]][] = [
    [["--no-assume-unchanged"], blind],
    [["--no-skip-worktree"], blind],
    [["--force-remove"], links],
  ];
  for (const [option, chosen] of steps) {
    if (chosen.length === 0) continue;
    const input = joinNul(chosen.map(({ path }) => path));
    const answer = await git.run(["update-index", ...option, "-z", "--stdin"], { input, signal });
    if (!answer.ok) return false;
  }
  return true;
}

/** `H 100644 <name> 0\t<path>` */
function entryOf(line: string): IndexEntry {
  const tab = line.indexOf("\t");
  const [tag = "", mode = "", , stage = ""] = line.slice(0, tab).split(" ");
  const isBlind = tag === "S" || tag !== tag.toUpperCase();
  return { path: line.slice(tab + 1), mode, isBlind, isConflict: stage !== "0" };
}

/** Whether objects may differ from their files, so that the index knows files by something else than their bytes. */
async function convertsFiles({ layout }: GitDirectory, entries: readonly IndexEntry[]): Promise<boolean> {
  const own = entries.filter(({ path }) => path === ".gitattributes" || path.endsWith("/.gitattributes"));
  const paths = [layout.infoAttributes, ...own.map(({ path }) => join(layout.root, path))];
  const texts = await Promise.all(paths.map((path) => readFile(path, "utf8").catch(() => "")));
  return texts.some((text) => converting.test(text));
}
