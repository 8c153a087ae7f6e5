import { compileGlob, isGlob, type Matcher } from "./glob.ts";
import { type PathIndex, resolvePath } from "./path-index.ts";
import { hasJudgingName, hasNameOfTests, nameOf, placeOf } from "./places.ts";
import { shapeOf } from "./shapes.ts";

/**
 * What a runner of tests is pointed at, as a test of paths; undefined where that says nothing. A glob that fits every
 * source file (`src/**\/*.js`) makes no tests of those.
 */
export function readTestGlob(written: string, folder: string, index: PathIndex): Matcher | undefined {
  const path = resolvePath(folder, written);
  if (path === undefined || path === "") return undefined;
  if (!isGlob(path)) {
    const isTests = index.folders.has(path) && placeOf(`${path}/x`, index.packages) !== "product";
    return isTests ? (other) => other.startsWith(`${path}/`) : undefined;
  }
  const matches = compileGlob(path);
  if (matches === undefined) return undefined;
  const hasStem = /[^*?.]/.test(nameOf(path).replace(/\.[^.]*$/, ""));
  return (other) => matches(other) && (hasStem || isOutsideProduct(other, index));
}

/** Whether a glob that stands anywhere says itself that it is one of tests: by the folder that it begins with, or by its names. */
export function isOfTests(glob: string): boolean {
  const [first = ""] = glob.replace(/^\.\//, "").split("/");
  return (
    (!isGlob(first) && hasJudgingName(`${first}.x`)) ||
    hasNameOfTests(`${nameOf(glob).replace(/[*?{}()[\],|]/g, " ")}.x`)
  );
}

function isOutsideProduct(path: string, index: PathIndex): boolean {
  const place = placeOf(path, index.packages);
  return shapeOf(path, place) !== undefined || (place !== "product" && place !== "root");
}
