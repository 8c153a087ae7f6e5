/** What may follow a setting's name: a list, a string, a list in YAML, or the rest of a line. */
const value =
  "[\"']?\\s{0,9}[:=]\\s{0,99}(\\[[^\\]]{0,2000}\\]|\"[^\"\\n]{1,300}\"|'[^'\\n]{1,300}'|(?:\\s*-[^\\n]{1,300}\\n?){1,50}|[^\\s{][^\\n]{0,300})";

/** Where the configuration of a test runner says which files are tests. */
const tests = new RegExp(
  `["']?\\b(?:testMatch|include|specs?|specPattern|files|testDir|testFiles|spec_dir|spec_files|tests)${value}`,
  "g",
);

/** Where any configuration says what is loaded into what it configures. */
const loading = new RegExp(
  `["']?\\b(?:setup\\w*|global(?:Setup|Teardown)|teardown|require|import|preset|extends|plugins?|reporters?|formatters?|(?:test)?environment|resolver|transform|runner|hooks?|rulesdir|loaders?|bootstrap)${value}`,
  "gi",
);

/** Settings that name sources as others name tests. */
const ofSources = /\b(?:coverage|typecheck|benchmark)["']?\s{0,9}:\s{0,9}\{[^}]{0,2000}\}/g;

const longestText = 64 * 1024;

/** The globs and folders that a test runner's configuration says its tests are in. */
export function testGlobsOf(text: string): string[] {
  return valuesOf(text.slice(0, longestText).replace(ofSources, ""), tests);
}

/** What a configuration has loaded. */
export function loadedBy(text: string): string[] {
  return valuesOf(text.slice(0, longestText), loading);
}

function valuesOf(text: string, setting: RegExp): string[] {
  return [...text.matchAll(setting)].flatMap(([, found = ""]) =>
    found.split(/[\s"'`,[\]()]+/).flatMap((word) => (isWritten(word) ? [word.replace(/^<rootDir>\/?/, "./")] : [])),
  );
}

function isWritten(word: string): boolean {
  return word !== "" && word !== "-" && !word.startsWith("!");
}
