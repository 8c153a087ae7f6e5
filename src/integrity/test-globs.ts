import { compileGlob, isGlob, type Matcher } from "./glob.ts";
import { hasJudgingName, nameOf, placeOf } from "./places.ts";
import { shapeOf } from "./shapes.ts";
import { resolvePath, type TreeIndex } from "./tree-index.ts";

/**
 * What a runner of tests is pointed at, as a test of paths; undefined where that says nothing. A glob that fits every
 * source file (`src/**\/*.js`) makes no tests of those.
 */
export function readTestGlob(written: string, folder: string, index: TreeIndex): Matcher | undefined {
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

function isOutsideProduct(path: string, index: TreeIndex): boolean {
  const place = placeOf(path, index.packages);
  return shapeOf(path, place) !== undefined || hasJudgingName(path) || (place !== "product" && place !== "root");
}

/** Where the configuration of a test runner says which files are tests. */
const testKeys =
  /["']?\b(?:testMatch|include|specs?|specPattern|files|testDir|testFiles|spec_dir|spec_files|tests)["']?\s{0,9}[:=]\s{0,99}(\[[^\]]{0,2000}\]|"[^"\n]{1,300}"|'[^'\n]{1,300}'|(?:\s*-[^\n]{1,300}\n?){1,50}|[^\s{][^\n]{0,300})/g;

/** Settings that name sources as these keys name tests. */
const sourceSettings = /\b(?:coverage|typecheck|benchmark)["']?\s{0,9}:\s{0,9}\{[^}]{0,2000}\}/g;

/** The globs and folders that a test runner's configuration says its tests are in. */
export function testGlobsOf(text: string): string[] {
  const considered = text.slice(0, 64 * 1024).replace(sourceSettings, "");
  return [...considered.matchAll(testKeys)].flatMap(([, value = ""]) =>
    value.split(/[\s"'`,[\]]+/).flatMap((word) => (isWritten(word) ? [word.replace(/^<rootDir>\/?/, "./")] : [])),
  );
}

function isWritten(word: string): boolean {
  return word !== "" && word !== "-" && !word.startsWith("!");
}
