import type { Matcher } from "./glob.ts";
import { isSubverting, type NewTests } from "./new-tests.ts";
import type { OracleReason, Restoration } from "./oracle.ts";
import { folderOf, foldersOf, nameOf, placeOf } from "./places.ts";
import type { Foundation } from "./rests-on.ts";
import { hasTestName, type Shape, shapeOf } from "./shapes.ts";
import type { FileChange } from "./tree.ts";

/** An oracle that a change touches, and what would put it back. */
export interface Touch {
  readonly why: OracleReason;
  readonly restoration: Restoration;
}

/** What besides the changed path itself decides whether it is an oracle. */
export interface Surroundings extends Foundation {
  /** Globs that make oracles of what they fit. */
  readonly declared: readonly Matcher[];
  /** The file that `schema=` names. */
  readonly schema: string | undefined;
  readonly deliverables: ReadonlySet<string>;
  readonly newTests: NewTests;
  /** Otherwise it looks at a file alone. */
  readonly runsCommand: boolean;
  /** Whether a package.json has other dependencies than before. */
  readonly hasOtherDependencies: boolean;
}

/** Judges a change by its path; package.json and .gitignore have to be read as well, and are judged elsewhere. */
export function judgeChange(change: FileChange, around: Surroundings): Touch | undefined {
  const { path, status } = change;
  const place = placeOf(path, around.survey.index.packages);
  const shape = shapeOf(path, place);
  const isNew = status === "added";
  if (path === around.schema && !isNew) return touch(change, "schema");
  const isTest = shape === "test" || shape === "snapshot";
  if (around.declared.some((matches) => matches(path)) && !(isNew && isTest)) return touch(change, "declared");
  if (!around.runsCommand) return undefined;
  if (around.survey.named.has(path) && !around.deliverables.has(path)) return touch(change, reasonOf(shape));
  const why = judgeShape(change, shape, around);
  if (why !== undefined) return touch(change, why);
  const isRunAsTest = !isNew && !around.product.own.has(path) && around.survey.tests.some((matches) => matches(path));
  return isRunAsTest ? touch(change, "test") : undefined;
}

function touch({ path, status }: FileChange, why: OracleReason): Touch {
  return { why, restoration: { path, to: status === "added" ? "removed" : "baseline" } };
}

function reasonOf(shape: Shape | undefined): OracleReason {
  if (shape === "test" || shape === "mock") return "test";
  return shape === "snapshot" || shape === "toolConfig" ? shape : "namedByScript";
}

function judgeShape(
  { path, status }: FileChange,
  shape: Shape | undefined,
  around: Surroundings,
): OracleReason | undefined {
  const isNew = status === "added";
  if (!around.runsTests && isOfTests(shape)) return status === "deleted" ? "test" : undefined;
  switch (shape) {
    case "lockfile":
      return around.folders.has(folderOf(path)) && !around.hasOtherDependencies ? "lockfile" : undefined;
    case "packageManagerConfig":
      return isInUse(path, around) && !(isNew && around.newScript !== undefined) ? "packageManagerConfig" : undefined;
    case "toolConfig":
      if (around.deliverables.has(path) || (isNew && isOfNewWork(path, around))) return undefined;
      return "toolConfig";
    case "snapshot":
      return isNew ? undefined : "snapshot";
    case "mock":
      return isNew && !standsInForOld(path, around) ? undefined : "test";
    case "test":
      return isNew && !isSubverting(path, around.newTests) && !standsBeforeOld(path, around) ? undefined : "test";
    case "manifest":
    case "repositoryRules":
    case undefined:
      return undefined;
  }
}

function isOfTests(shape: Shape | undefined): boolean {
  return shape === "test" || shape === "snapshot" || shape === "mock";
}

/** Package managers read their settings in the folders from where they start up to the root. */
function isInUse(path: string, { folders }: Surroundings): boolean {
  return folders.has(folderOf(path).replace(/(^|\/)\.yarn(\/.*)?$/, ""));
}

/** A new helper of tests that is found instead of an old one: `util.js` beside `util.ts`, or beside `util/index.js`. */
function standsBeforeOld(path: string, { survey }: Surroundings): boolean {
  const stem = /^(.*?)\.([cm]?[jt]sx?|json)$/.exec(path)?.[1];
  if (stem === undefined || hasTestName(nameOf(path))) return false;
  return spellings(folderOf(stem), nameOf(stem)).some((spot) => spot !== path && survey.index.paths.has(spot));
}

/** New configuration that nothing old could rest on. */
function isOfNewWork(path: string, around: Surroundings): boolean {
  if (around.newScript !== undefined) return true;
  // Among the sources it would decide about the new part of the product.
  const place = placeOf(path, around.survey.index.packages);
  if (place !== "product" && isNewFolder(folderOf(path), around)) return true;
  return isOfFirstUse(path, around);
}

/** A folder without any old file; tools look into those with a dot wherever they are. */
export function isNewFolder(folder: string, { survey }: Pick<Surroundings, "survey">): boolean {
  return !survey.index.folders.has(folder) && !folder.split("/").some((name) => name.startsWith("."));
}

/** The compiler and the linter work on nothing without a configuration. */
function isOfFirstUse(path: string, { survey }: Surroundings): boolean {
  const tool = [...firstUses.keys()].find((name) => survey.programs.has(name));
  const names = tool === undefined ? undefined : firstUses.get(tool);
  if (names === undefined || !names.test(nameOf(path))) return false;
  const runsMore = [...survey.programs].some((name) => !/^(|tsc|eslint|npm|npx|pnpm|yarn|bun)$/.test(name));
  return !runsMore && ![...survey.index.paths].some((other) => names.test(nameOf(other)));
}

const firstUses: ReadonlyMap<string, RegExp> = new Map([
  ["tsc", /^tsconfig([._-][\w.-]+)?\.json$/],
  ["eslint", /^(eslint\.config\.\w+|\.eslintrc(\.\w+)?)$/],
]);

/** A new mock of a module that old tests may load; beside the package's node_modules it stands in for a dependency. */
function standsInForOld(path: string, { survey, folders }: Surroundings): boolean {
  const at = foldersOf(path).lastIndexOf("__mocks__");
  const beside = foldersOf(path).slice(0, at).join("/");
  const module = path
    .split("/")
    .slice(at + 1)
    .join("/")
    .replace(/\.[^./]*$/, "");
  const isLocal = spellings(beside, module).some((spot) => survey.index.paths.has(spot));
  return isLocal || folders.has(beside);
}

function spellings(folder: string, module: string): string[] {
  const path = folder === "" ? module : `${folder}/${module}`;
  return ["js", "cjs", "mjs", "jsx", "ts", "cts", "mts", "tsx", "json"].flatMap((end) => [
    `${path}.${end}`,
    `${path}/index.${end}`,
  ]);
}
