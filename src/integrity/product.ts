import { findNamed, type PathIndex, resolvePath } from "./path-index.ts";
import { folderOf, foldersOf, hasJudgingName, hasNameOfTests, type Place, placeOf } from "./places.ts";
import { shapeOf } from "./shapes.ts";

/** How a file came to be named. */
export type Naming =
  /** It is run by something that judges. */
  | "run"
  /** It is given to something, or run by something that may be what is judged. */
  | "given"
  /** A runner of tests, or something else that only judges, loads it. */
  | "loaded"
  /** Another oracle's text holds its name. */
  | "mentioned";

/** What the work is about: it is judged, and so never put back. */
export interface Product {
  readonly index: PathIndex;
  /** Files by path. */
  readonly own: ReadonlySet<string>;
}

/** A file as something in a folder names it. */
export interface Mention {
  readonly folder: string;
  readonly written: string;
}

/** The block's deliverables and the packages' entry points, among the files of the baseline. */
export function describeProduct(index: PathIndex, mentions: readonly Mention[]): Product {
  const own = mentions.flatMap(({ folder, written }) => {
    const path = resolvePath(folder, written);
    return path === undefined ? [] : [path, ...(findNamed(index, folder, written)?.spots ?? [])];
  });
  return { index, own: new Set(own) };
}

/**
 * Whether a file that something names decides the check, and is not itself what is judged. A fix that is judged with its
 * own old source would never be accepted; a script that is judged by itself would always be.
 */
export function isNamedOracle(path: string, naming: Naming, product: Product, namer: string): boolean {
  const place = placeOf(path, product.index.packages);
  const shape = shapeOf(path, place);
  if (shape === "manifest" || shape === "lockfile") return false;
  if (shape !== undefined || saysSo(path, naming)) return true;
  if (product.own.has(path)) return false;
  return isDecisivePlace(place, naming, path, namer);
}

/** What is merely mentioned could as well be what is judged. */
function saysSo(path: string, naming: Naming): boolean {
  return naming === "mentioned" ? hasNameOfTests(path) : hasJudgingName(path);
}

function isDecisivePlace(place: Place, naming: Naming, path: string, namer: string): boolean {
  switch (place) {
    case "test":
    case "tooling":
      return true;
    case "product":
      return false;
    case "root":
      return naming === "run" || naming === "loaded";
    case "elsewhere":
      return (
        naming === "run" || naming === "loaded" || isNeighbour(path, namer) || foldersOf(path).some(hasJudgingName)
      );
  }
}

/** In the same top-level folder. */
function isNeighbour(path: string, other: string): boolean {
  const folder = folderOf(path).split("/", 1)[0];
  return folder !== "" && folder === folderOf(other).split("/", 1)[0];
}
