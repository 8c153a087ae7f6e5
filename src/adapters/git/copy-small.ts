import { copyFile, lstat, mkdir, readdir, readlink, symlink } from "node:fs/promises";
import { join } from "node:path";
import { removeTree } from "./remove-tree.ts";

const mostFiles = 5000;
const mostBytes = 50 * 1024 * 1024;

/** Copies a file or a directory, links as links; false, and nothing there, where that is too much or can't be done. */
export async function copySmall(source: string, target: string): Promise<boolean> {
  const plan = await survey(source);
  if (plan === undefined) return false;
  try {
    for (const { path, kind } of plan) {
      const [from, to] = [join(source, path), join(target, path)];
      if (kind === "directory") await mkdir(to);
      else if (kind === "link") await symlink(await readlink(from), to);
      else await copyFile(from, to);
    }
    return true;
  } catch {
    // It changes under our hands, or can't be read: a link to it serves.
    await removeTree(target);
    return false;
  }
}

interface Piece {
  readonly path: string;
  readonly kind: "directory" | "file" | "link";
}

/** Everything below a path, directories before what is in them; undefined where it is too much. */
async function survey(source: string): Promise<readonly Piece[] | undefined> {
  const plan: Piece[] = [];
  let bytes = 0;
  const waiting = [""];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const full = join(source, path);
    const facts = await lstat(full).catch(() => undefined);
    if (facts === undefined) return undefined;
    if (facts.isDirectory()) {
      plan.push({ path, kind: "directory" });
      const names = await readdir(full).catch(() => undefined);
      if (names === undefined || plan.length + waiting.length + names.length > mostFiles) return undefined;
      for (const name of names) waiting.push(join(path, name));
      continue;
    }
    bytes += facts.size;
    if (bytes > mostBytes) return undefined;
    if (facts.isSymbolicLink()) plan.push({ path, kind: "link" });
    else if (facts.isFile()) plan.push({ path, kind: "file" });
  }
  return plan;
}
