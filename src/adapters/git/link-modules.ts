import type { Dirent } from "node:fs";
import { mkdir, readdir, realpath, symlink } from "node:fs/promises";
import { join, relative, sep } from "node:path";

export interface ModulesLink {
  readonly source: string;
  readonly target: string;
  /** The roots of the original and of the copy. */
  readonly from: string;
  readonly to: string;
}

/** Caches of tools, which remember what they have seen in the original. */
const caches = new Set([".cache", ".vite", ".vitest", ".vite-temp"]);

/**
 * Makes a `node_modules` of links to the installed packages. A link to a package of the project itself, as workspaces have
 * them, leads to the copy's own.
 */
export async function linkModules(request: ModulesLink): Promise<void> {
  const { source, target } = request;
  await mkdir(target, { recursive: true });
  for (const entry of await readdir(source, { withFileTypes: true })) {
    if (caches.has(entry.name)) continue;
    const one = { ...request, source: join(source, entry.name), target: join(target, entry.name) };
    const isFolder = entry.isDirectory() && (entry.name.startsWith("@") || entry.name === ".bin");
    if (isFolder) await linkModules(one);
    else await linkOne(one, entry);
  }
}

async function linkOne({ source, target, from, to }: ModulesLink, entry: Dirent): Promise<void> {
  const real = await realpath(source).catch(() => undefined);
  if (real === undefined) return;
  const way = relative(from, real);
  const isOwn = way !== "" && !way.startsWith("..") && !way.split(sep).includes("node_modules");
  const isDirectory = entry.isDirectory() || (entry.isSymbolicLink() && (await isDirectoryAt(real)));
  await symlink(isOwn ? join(to, way) : source, target, isDirectory ? "junction" : "file");
}

async function isDirectoryAt(path: string): Promise<boolean> {
  return readdir(path).then(
    () => true,
    () => false,
  );
}
