import { foldersOf, isFixture, nameOf, type Place } from "./places.ts";

/** What a path says about the file by its shape, whatever tool it belongs to. */
export type Shape =
  | "manifest"
  | "lockfile"
  | "packageManagerConfig"
  | "repositoryRules"
  | "toolConfig"
  | "snapshot"
  | "mock"
  | "test";

export function shapeOf(path: string, place: Place): Shape | undefined {
  const name = nameOf(path);
  const isSnapshot = snapshotName.test(name) || foldersOf(path).some((folder) => snapshotFolder.test(folder));
  if (isSnapshot) return "snapshot";
  if (isFixture(path)) return "test";
  if (/^package\.json$/i.test(name)) return "manifest";
  if (lockfile.test(name)) return "lockfile";
  if (packageManagerConfig.test(name) || /(^|\/)\.yarn\/(releases|plugins)\//i.test(path))
    return "packageManagerConfig";
  if (/^\.gitignore$/i.test(name)) return "repositoryRules";
  if (isToolConfig(path, name, place)) return "toolConfig";
  if (foldersOf(path).includes("__mocks__")) return "mock";
  if (place === "test") return "test";
  return isNamedTest(name, place) ? "test" : undefined;
}

const lockfile = /^(package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|bun\.lockb|go\.sum|[\w.-]+\.lock)$/i;

const packageManagerConfig =
  /^(\.npmrc|\.yarnrc(\.yml)?|\.pnpmfile\.[cm]?js|\.pnp\.[\w.]+|pnpm-workspace\.yaml|bunfig\.toml|lerna\.json|rush\.json|\.nvmrc|\.node-version|\.tool-versions|\.?mise\.toml|\.corepack\.env)$/i;

const snapshotName = /\.(snap|golden)$|\.(approved|snap)\.[\w.-]+$/i;
const snapshotFolder = /^__(image_)?snapshots__$|-snapshots$/i;

/** Among the sources only names that no part of a product has: `ab-test.ts` may be one. */
const strictTestNames: readonly RegExp[] = [
  /\.(test|spec|e2e|cy)\.|_(test|spec)\.\w+$|^test_.*\.py$/i,
  /[a-z\d](Tests?|Spec)\.(java|kts?|cs|scala|groovy|swift|php)$/,
];
/** Anywhere else also `test.js`, `test-sum.js`, `sum-test.js`. */
const testName = /^(test|tests|spec|specs)([._-].*)?\.[cm]?[jt]sx?$|[_-](test|tests|spec)\.\w+$/i;

/** Whether a name says that the file is a test itself, and nothing that tests use. */
export function hasTestName(name: string): boolean {
  return testName.test(name) || strictTestNames.some((shape) => shape.test(name));
}

function isNamedTest(name: string, place: Place): boolean {
  return place === "product" ? strictTestNames.some((shape) => shape.test(name)) : hasTestName(name);
}

function isToolConfig(path: string, name: string, place: Place): boolean {
  const lower = name.toLowerCase();
  if (place === "product" && isForeignConfig(lower)) return false;
  return configNames.some((shape) => shape.test(name)) || /(^|\/)spec\/helpers\//i.test(path);
}

const code = "(?:[cm]?[jt]sx?|json[c5]?|ya?ml|toml)";
const configNames: readonly RegExp[] = [
  new RegExp(`^[^/]+\\.(config|conf|workspace)\\.(?:[\\w-]+\\.)*${code}$`, "i"),
  /^\.[\w-]+rc(\.[\w.-]+)?$/i,
  /^\.(?!git|npm|docker|vercel|gcloud|slug)[\w-]+ignore$/i,
  /^[tj]sconfig([._-][\w.-]+)?\.json$/i,
  /^(biome|turbo|nx|project|deno|angular|cypress|jasmine|nodemon|babel|knip|cspell|typedoc|oxlint|dprint|jest|mocha|karma|api-extractor)\.jsonc?$/i,
  /^\.env(?!.*(example|sample|template))(\.[\w.-]+)?$/i,
  /^(\.editorconfig|browserslist|mocha\.opts|(gulp|grunt|jake|just|rake|make|gnumake|task)file(\.[\w.-]+)?)$/i,
  /^(conftest\.py|pytest\.ini|tox\.ini|noxfile\.py|setup\.cfg|pyproject\.toml)$/i,
  /^setupTests\.[cm]?[jt]sx?$/i,
  /\.tsbuildinfo$|^\.(eslint|stylelint|prettier)cache$/i,
];

const guardTools =
  /^(vitest|vite|jest|ava|playwright|cypress|karma|wdio|mocha|eslint|prettier|stylelint|babel|cucumber|web-test-runner|tap)\b/;

/** `auth.config.ts` among the sources is a part of the product; `vitest.config.ts` is none anywhere. */
function isForeignConfig(name: string): boolean {
  return /\.(config|conf|workspace)\./.test(name) && !guardTools.test(name);
}

/**
 * Whether a new file would change how checks run by its mere presence, wherever a tool looks for such files: what git
 * ignores is in no tree, and so has to be asked about by its path alone.
 */
export function changesChecks(path: string): boolean {
  switch (shapeOf(path, "elsewhere")) {
    case "manifest":
    case "packageManagerConfig":
    case "repositoryRules":
    case "toolConfig":
    case "mock":
      return true;
    case "lockfile":
    case "snapshot":
    case "test":
    case undefined:
      return false;
  }
}
