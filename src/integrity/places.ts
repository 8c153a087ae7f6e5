/** What a folder is for, as far as its path tells. */
export type Place = "root" | "test" | "tooling" | "product" | "elsewhere";

const testFolders = names(
  "test tests testing __test__ __tests__ spec specs e2e cypress playwright fixtures testdata test-data test_data " +
    "__fixtures__ __mocks__ __snapshots__ integration-tests integration_tests unit-tests acceptance-tests",
);
/** Those that mean tests inside a product's folders as well: `src/spec` and `app/e2e` may be parts of the product. */
const innerTestFolders = names(
  "test tests __test__ __tests__ fixtures testdata test-data test_data __fixtures__ __mocks__ __snapshots__",
);
const fixtureFolders = names("fixtures testdata test-data test_data __fixtures__");
const productFolders = names(
  "src source sources lib libs app dist build bin out public static server client api components pages",
);
const toolingFolders = names(
  "scripts script tools tool tooling ci .ci hack config configs .config tasks .github .husky .yarn lint eslint-rules",
);

function names(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}

/** Folders that hold a package.json, by path. A package begins its layout afresh. */
export type PackageFolders = ReadonlySet<string>;

/** The first folder of a path that says something decides, within its package; tests stay tests whatever they contain. */
export function placeOf(path: string, packages: PackageFolders): Place {
  const folders = path.split("/").slice(0, -1);
  if (folders.length === 0) return "root";
  let place: Place | undefined;
  let isPackage = false;
  for (const [index, folder] of folders.entries()) {
    const name = folder.toLowerCase();
    isPackage = false;
    if (place === "test") continue;
    if (place === "product" ? innerTestFolders.has(name) : testFolders.has(name)) place = "test";
    else if (place === undefined && productFolders.has(name)) place = "product";
    else if (place === undefined && toolingFolders.has(name)) place = "tooling";
    if (place !== "test" && packages.has(folders.slice(0, index + 1).join("/"))) {
      place = undefined;
      isPackage = true;
    }
  }
  if (isPackage) return "root";
  return place ?? "elsewhere";
}

/** Whether a path lies among what tests are fed with, where nothing is the project's own configuration. */
export function isFixture(path: string): boolean {
  return foldersOf(path).some((folder) => fixtureFolders.has(folder.toLowerCase()));
}

export function foldersOf(path: string): string[] {
  return path.split("/").slice(0, -1);
}

/** The folder that a path stands in; empty for the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The folders from this one up to the root, which is the empty path. */
export function ascendFolders(folder: string): string[] {
  const chain = [folder];
  for (let at = folder; at !== ""; ) {
    at = folderOf(at);
    chain.push(at);
  }
  return chain;
}

const ofTests = names(
  "test tests testing spec specs e2e smoke selftest acceptance harness setup teardown mock mocks fixture fixtures snapshot",
);
const judging = names(
  "check checks checker verify verifier validate assert assertions lint linter ci runner reporter coverage typecheck judge",
);

/** Whether a name says that the file belongs to tests. */
export function hasNameOfTests(path: string): boolean {
  return wordsOf(nameOf(path)).some((word) => ofTests.has(word));
}

/** Whether a name says that the file judges others, as far as it is not itself what is judged: a linter is a product too. */
export function hasJudgingName(path: string): boolean {
  return wordsOf(nameOf(path)).some((word) => ofTests.has(word) || judging.has(word));
}

/** The words of a file's name in lower case, its extension left out: `runTests.js` has `run` and `tests`. */
export function wordsOf(name: string): string[] {
  const stem = name.replace(/\.[^.]*$/, "");
  return stem
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== "");
}
