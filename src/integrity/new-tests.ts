import { literalsOf } from "./literals.ts";
import type { OracleQuestion } from "./oracle.ts";
import { findNamed, indexPaths, type PathIndex, resolvePath } from "./path-index.ts";
import { folderOf, nameOf, placeOf } from "./places.ts";
import { shapeOf } from "./shapes.ts";
import { piecesOf, splitCommands } from "./shell-words.ts";
import type { FileChange } from "./tree.ts";

/** New tests that are read. */
const mostRead = 60;

/** What would end or bend a whole run, the old tests in it included, if one process runs them all. */
const subverting =
  /\bprocess\s*\.\s*(exit|reallyExit|abort|kill|emit)\b|\bprocess\s*\[|\bprocess\s*\.\s*exitCode\s*=[^=]|\bprocess\s*\.\s*on\s*\(\s*["'](before)?exit|\bassert\w*(\s*\.\s*\w+)+\s*=[^=>]|\brequire\s*\.\s*cache\b|\b_(load|resolveFilename|extensions|compile)\b/i;

/** New files among the tests, as far as they are read, by path. */
export type NewTests = ReadonlyMap<string, string>;

export async function readNewTests(question: OracleQuestion, packages: ReadonlySet<string>): Promise<NewTests> {
  const added = question.changes.filter((change) => isNewTest(change, packages)).slice(0, mostRead);
  const words = wordsOf(question.command ?? "");
  const found = new Map<string, string>();
  for (const { path } of added) {
    // Who asks for this very test means it to run.
    if (words.some((word) => path.includes(word))) continue;
    found.set(path, (await question.candidate.read(path)) ?? "");
  }
  return found;
}

function isNewTest({ path, status }: FileChange, packages: ReadonlySet<string>): boolean {
  if (status !== "added" || !/\.[cm]?[jt]sx?$/.test(path)) return false;
  return shapeOf(path, placeOf(path, packages)) === "test";
}

const general = /^(-.*|npm|npx|pnpm|yarn|bun|node|run|tests?|specs?|vitest|jest|mocha|ava|tap|tape|exec|.{0,2})$/;

function wordsOf(command: string): string[] {
  const words = splitCommands(command).flatMap((one) => piecesOf(one));
  return words.map((word) => nameOf(word.replace(/\/+$/, ""))).filter((word) => !general.test(word));
}

/** Whether a new test could decide for the old ones. */
export function isSubverting(path: string, tests: NewTests): boolean {
  return subverting.test(tests.get(path) ?? "");
}

/**
 * The new tests that name, or import in one step or several, a file that is put back: they were written for what it had
 * become, and have had their say in place.
 */
export function findDependents(tests: NewTests, restored: ReadonlySet<string>): string[] {
  const index = indexPaths([...restored, ...tests.keys()]);
  const uses = new Map([...tests].map(([path, text]) => [path, usesOf(path, text, index)]));
  const dependent = new Set<string>();
  for (let found = true; found; ) {
    found = false;
    for (const [path, used] of uses) {
      if (dependent.has(path) || !used.some((other) => restored.has(other) || dependent.has(other))) continue;
      dependent.add(path);
      found = true;
    }
  }
  return [...dependent];
}

function usesOf(path: string, text: string, index: PathIndex): string[] {
  return literalsOf(text).flatMap((literal) => {
    if (resolvePath("", literal) === undefined && !literal.startsWith(".")) return [];
    const named = [findNamed(index, folderOf(path), literal), findNamed(index, "", literal)];
    return named.flatMap((file) => file?.path ?? []);
  });
}
