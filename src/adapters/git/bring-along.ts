import { lstat, mkdir, realpath, stat, symlink } from "node:fs/promises";
import { basename, dirname, join, sep } from "node:path";
import { copySmall } from "./copy-small.ts";
import { linkModules } from "./link-modules.ts";

export interface Luggage {
  /** Absolute roots. */
  readonly from: string;
  readonly to: string;
  /** Relative to both, with `/`. */
  readonly paths: readonly string[];
  readonly signal: AbortSignal;
}

/**
 * Brings to a copy what git doesn't hold and commands may need: dependencies linked, small things copied so that nothing
 * writes to the originals, and large ones linked.
 */
export async function bringAlong({ from, to, paths, signal }: Luggage): Promise<void> {
  for (const path of paths) {
    if (signal.aborted) return;
    const source = join(from, path);
    const target = join(to, path);
    const facts = await stat(source).catch(() => undefined);
    if (facts === undefined || !(await isFree(target, to))) continue;
    await mkdir(dirname(target), { recursive: true });
    const isModules = facts.isDirectory() && basename(path) === "node_modules";
    if (isModules) await linkModules({ source, target, from, to });
    else if (!(await copySmall(source, target)))
      await symlink(source, target, facts.isDirectory() ? "junction" : "file");
  }
}

/** Whether nothing is at a path, and no link on the way leads out of the copy. */
async function isFree(target: string, root: string): Promise<boolean> {
  if ((await lstat(target).catch(() => undefined)) !== undefined) return false;
  for (let at = dirname(target); ; at = dirname(at)) {
    const real = await realpath(at).catch(() => undefined);
    if (real !== undefined) return real === root || real.startsWith(root + sep);
    if (at === root || at === dirname(at)) return false;
  }
}
