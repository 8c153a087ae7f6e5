import { expect, test } from "vitest";
import type { Dod } from "../../src/dod/dod.ts";
import { parse } from "../../src/dod/parse.ts";

const lines = [
  "check: testsPass",
  "criteria: Every public function is documented",
  "  with an example.",
  'check: run command="npm run x" expect=ok',
  "- check: fileExists path=src/a.ts",
  "criteria: No name has changed.",
];
const body = lines.join("\n");

const insertions = [
  ...["x", "A", "1", " ", "\t", "\n", "\r", ".", ",", ";", ":", "=", "/", "//", "\\", "\\n", "|", "(", "]", "{", "}"],
  ...["'", '"', "`", "*", "_", "~", "#", ">", "-"],
  ...["\uff1a", "\u00a0", "\u200b", "\ufeff", "\u2028", "\u0301", "\u0441", "\u{1f600}"],
];

/** Every body that is one insertion, one replacement, or one or two deleted characters away from the good one. */
function* edits(): Generator<string> {
  for (let index = 0; index <= body.length; index++) {
    const [before, after] = [body.slice(0, index), body.slice(index)];
    yield before + after.slice(1);
    yield before + after.slice(2);
    for (const text of insertions) {
      yield before + text + after;
      yield before + text + after.slice(1);
    }
  }
}

function read(text: string) {
  return parse(`[acceptance]\n${text}\n[/acceptance]`);
}

function countsOf(dods: readonly Dod[]): string[] {
  return dods.map(({ checks, criteria }) => `${checks.map(({ kind }) => kind)} and ${criteria.length} criteria`);
}

test("no single edit in a block makes a check or a criterion vanish without a problem", () => {
  const whole = countsOf(read(body).dods);
  const lost: string[] = [];
  for (const text of edits()) {
    const { dods, problems } = read(text);
    if (problems.length === 0 && countsOf(dods).join() !== whole.join()) lost.push(text);
  }
  expect(lost).toEqual([]);
});
