import type { Restoration } from "./oracle.ts";
import { ascendFolders, folderOf } from "./places.ts";
import type { FileChange } from "./tree.ts";

/**
 * The restorations in the order in which they can be laid over the candidate: first whatever is to go or is in the way.
 * A file is where a folder has to be again, or the other way round, after something was replaced by a link; and on
 * some file systems a new file whose name differs in case alone is the old one.
 */
export function orderRestorations(wanted: readonly Restoration[], changes: readonly FileChange[]): Restoration[] {
  const removed = new Set(wanted.filter(({ to }) => to === "removed").map(({ path }) => path));
  const restored = wanted.filter(({ to }) => to !== "removed");
  const paths = new Set(restored.map(({ path }) => path));
  const lower = new Set(restored.map(({ path }) => path.toLowerCase()));
  const needed = new Set(restored.flatMap(({ path }) => ascendFolders(folderOf(path))));
  for (const { path, status } of changes) {
    if (status === "deleted" || paths.has(path)) continue;
    const isBelow = ascendFolders(folderOf(path)).some((folder) => paths.has(folder));
    if (isBelow || needed.has(path) || (status === "added" && lower.has(path.toLowerCase()))) removed.add(path);
  }
  return [...[...removed].map((path) => ({ path, to: "removed" }) as const), ...restored];
}
