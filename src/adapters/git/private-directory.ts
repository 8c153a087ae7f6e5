import { createHash } from "node:crypto";
import { mkdir, readdir, realpath, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { join, relative } from "node:path";
import { exists } from "../process/kill.ts";
import { linkOf, startOf } from "../process/proc.ts";
import { removeTree } from "./remove-tree.ts";

/** `<pid>-<start>-<machine>-<random>`; the start tells a process from a later one with its number, where the system says it. */
const ownerName = /^(\d+)-(\d+)-([0-9a-f]{8})-/;
/** After so many milliseconds what another machine has left is left over. */
const oldAge = 7 * 24 * 60 * 60 * 1000;

/** Machines and containers that share a home directory each count processes for themselves. */
export function machineMark(): string {
  const processes = linkOf("/proc/self/ns/pid") ?? "";
  return createHash("sha256").update(`${hostname()} ${processes}`).digest("hex").slice(0, 8);
}

/** Makes a directory that nobody else may read, named after this process. */
export async function makePrivateDirectory(parent: string): Promise<string> {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const path = join(
    parent,
    `${process.pid}-${startOf(process.pid) ?? 0}-${machineMark()}-${crypto.randomUUID().slice(0, 8)}`,
  );
  await mkdir(path, { mode: 0o700 });
  return realpath(path);
}

/** Removes what processes that are no more have left; resolves to what could not be removed. */
export async function sweepOrphans(parent: string): Promise<string[]> {
  const names = await readdir(parent).catch(() => []);
  const failures: string[] = [];
  for (const name of names) {
    const path = join(parent, name);
    if (await isOwned(name, path)) continue;
    const problem = await removeTree(path);
    if (problem !== undefined) failures.push(`${path}: ${problem}`);
  }
  return failures;
}

/** Whether the directory's owner is alive, or the directory is none of ours. */
async function isOwned(name: string, path: string): Promise<boolean> {
  const [, pid, start, machine] = ownerName.exec(name) ?? [];
  if (pid === undefined) return true;
  if (machine !== machineMark()) {
    const facts = await stat(path).catch(() => undefined);
    return facts === undefined || facts.mtimeMs > Date.now() - oldAge;
  }
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
