import { posix } from "node:path";
import { ascendFolders, folderOf, nameOf } from "./places.ts";

/** The paths of a tree, prepared for looking things up. */
export interface PathIndex {
  readonly paths: ReadonlySet<string>;
  /** Every folder that holds something, however deep; the root is the empty path. */
  readonly folders: ReadonlySet<string>;
  /** Folders with a package.json. */
  readonly packages: ReadonlySet<string>;
}

export function indexPaths(paths: readonly string[]): PathIndex {
  const folders = new Set<string>([""]);
  const packages = new Set<string>();
  for (const path of paths) {
    for (let folder = folderOf(path); !folders.has(folder); folder = folderOf(folder)) folders.add(folder);
    if (nameOf(path) === "package.json") packages.add(folderOf(path));
  }
  return { paths: new Set(paths), folders, packages };
}

/** A path as written in a folder, relative to the root; undefined where it leaves the root or is absolute. */
export function resolvePath(folder: string, written: string): string | undefined {
  const text = written.replaceAll("\\", "/");
  if (text === "" || text.length > 1000 || text.startsWith("/") || /^[a-z]:/i.test(text)) return undefined;
  const path = posix.join(folder, text).replace(/\/+$/, "");
  if (path === ".." || path.startsWith("../")) return undefined;
  return path === "." ? "" : path;
}

const endings = [".js", ".cjs", ".mjs", ".ts", ".cts", ".mts", ".tsx", ".jsx", ".json", ".sh", ".cmd", ".yml", ".yaml"];

export interface NamedFile {
  readonly path: string;
  /** All paths at which a file could stand that the same name leads to: a new one there would take the other's place. */
  readonly spots: readonly string[];
}

/** The file that a name leads to, as Node and its kin look for it; undefined where there is none. */
export function findNamed(index: PathIndex, folder: string, written: string): NamedFile | undefined {
  const path = resolvePath(folder, written);
  if (path === undefined) return undefined;
  const twins = path.replace(/\.([cm]?)js(x?)$/, ".$1ts$2");
  const inside = index.folders.has(path) ? endings.map((ending) => posix.join(path, `index${ending}`)) : [];
  const spots = [path, ...(twins === path ? [] : [twins]), ...endings.map((ending) => path + ending), ...inside];
  const found = spots.find((spot) => index.paths.has(spot));
  if (found === undefined) return undefined;
  return { path: found, spots: found === path ? [path] : spots };
}

/** The folder of the nearest package.json, from this one upwards. */
export function findPackage(index: PathIndex, folder: string): string | undefined {
  return ascendFolders(folder).find((at) => index.packages.has(at));
}
