import { lstat, mkdir, symlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
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
    const facts = await lstat(source).catch(() => undefined);
    if (facts === undefined || (await lstat(target).catch(() => undefined)) !== undefined) continue;
    await mkdir(dirname(target), { recursive: true });
    if (facts.isDirectory() && basename(path) === "node_modules") await linkModules({ source, target, from, to });
    else if (!(await copySmall(source, target)))
      await symlink(source, target, facts.isDirectory() ? "junction" : "file");
  }
}
