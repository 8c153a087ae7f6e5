import { compileGlob, type Matcher } from "./glob.ts";

/** More new rules than these are taken to hide something. */
const mostRules = 20;

/** New files that would change how checks run, and tests, as anybody might name them. */
const samples = [
  ".npmrc",
  "package.json",
  "vitest.config.ts",
  "jest.config.js",
  "eslint.config.mjs",
  ".eslintrc.json",
  "tsconfig.json",
  "__mocks__/fs.js",
  "test/setup.js",
  "test/sum.test.js",
  "src/sum.test.ts",
];

/** Whether a `.gitignore` has come to hide a file that was there, or a kind of file that checks rest on. */
export function hidesMore(before: string, after: string, folder: string, paths: Iterable<string>): boolean {
  const known = new Set(linesOf(before));
  const left = new Set(linesOf(after));
  if ([...known].some((line) => line.startsWith("!") && !left.has(line))) return true;
  const rules = [...left].filter((line) => !known.has(line) && !line.startsWith("!"));
  if (rules.length > mostRules) return true;
  const matchers = rules.map(compileRule);
  if (matchers.length === 0) return false;
  if (matchers.includes(undefined)) return true;
  const hides = (path: string) => matchers.some((matches) => matches?.(path) === true);
  if (samples.some(hides)) return true;
  const prefix = folder === "" ? "" : `${folder}/`;
  for (const path of paths) if (path.startsWith(prefix) && hides(path.slice(prefix.length))) return true;
  return false;
}

function linesOf(text: string): string[] {
  const lines = text.slice(0, 64 * 1024).split(/\r?\n/);
  return lines.map((line) => line.trimEnd()).filter((line) => line !== "" && !line.startsWith("#"));
}

/** A rule without a slash, but for one at its end, holds in every folder; one that fits a folder hides all below it. */
function compileRule(rule: string): Matcher | undefined {
  const plain = rule.replace(/\/$/, "");
  const anchored = plain.includes("/") ? plain.replace(/^\//, "") : `**/${plain}`;
  const [itself, below] = [compileGlob(anchored), compileGlob(`${anchored}/**`)];
  if (itself === undefined || below === undefined) return undefined;
  return (path) => itself(path) || below(path);
}
