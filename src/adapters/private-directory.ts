import { mkdir, readdir, realpath } from "node:fs/promises";
import { join, relative } from "node:path";
import { exists } from "./kill.ts";
import { startOf } from "./proc.ts";
import { removeTree } from "./remove-tree.ts";

/** `<pid>-<start>-<random>`; the start tells a process from a later one with its number, where the system says it. */
const ownerName = /^(\d+)-(\d+)-/;

/** Makes a directory that nobody else may read, named after this process. */
export async function makePrivateDirectory(parent: string): Promise<string> {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const path = join(parent, `${process.pid}-${startOf(process.pid) ?? 0}-${crypto.randomUUID().slice(0, 8)}`);
  await mkdir(path, { mode: 0o700 });
  return realpath(path);
}

/** Removes what processes that are no more have left; resolves to what could not be removed. */
export async function sweepOrphans(parent: string): Promise<string[]> {
  const names = await readdir(parent).catch(() => []);
  const failures: string[] = [];
  for (const name of names) {
    if (isOwned(name)) continue;
    const path = join(parent, name);
    const problem = await removeTree(path);
    if (problem !== undefined) failures.push(`${path}: ${problem}`);
  }
  return failures;
}

/** Whether the directory's owner is alive, or the directory is none of ours. */
function isOwned(name: string): boolean {
  const [, pid, start] = ownerName.exec(name) ?? [];
  if (pid === undefined) return true;
  if (!exists(Number(pid))) return false;
  const now = startOf(Number(pid));
  return now === undefined || start === "0" || String(now) === start;
}

/** The first of some directories that does not lie in a project. */
export function outsideOf(root: string, candidates: readonly string[]): string | undefined {
  return candidates.find((path) => {
    const way = relative(root, path);
    return way !== "" && (way.startsWith("..") || way === path);
  });
}
