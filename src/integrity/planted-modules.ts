import type { WorkState } from "../ports/repository.ts";

/**
 * Folders of packages that appeared with the work where none are installed: whatever is in one is found before the packages that
 * the project really has. `files` is what the work tree held before.
 */
export function findPlantedModules(before: WorkState, after: WorkState, files: readonly string[]): string[] {
  const known = new Set(before.beside);
  const manifests = new Set(files.filter((path) => path === "package.json" || path.endsWith("/package.json")));
  return after.beside.filter((path) => {
    const folder = /^(.*\/)?node_modules$/.exec(path);
    return folder !== null && !known.has(path) && !manifests.has(`${folder[1] ?? ""}package.json`);
  });
}
