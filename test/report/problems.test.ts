import { describe, expect, test } from "vitest";
import type { BlockNote, BlockProblem } from "../../src/dod/problem.ts";
import { describeBlockNote, describeBlockProblem, formatBlockProblem } from "../../src/report/problems.ts";

const at = { line: 3, column: 8 };

/** One of each; the approved files beside the test texts hold all the others that a text can have. */
const problems: { readonly [Code in BlockProblem["code"]]?: readonly [BlockProblem, string] } = {
  unknownKind: [
    { at, code: "unknownKind", word: "tetsPass", suggestion: "testsPass", allowed: ["run", "testsPass"] },
    'unknown check kind "tetsPass"; did you mean "testsPass"?',
  ],
  unknownKey: [
    { at, code: "unknownKey", kind: "fileExists", key: "size", allowed: ["path", "changed"] },
    'unknown key "size" of fileExists; it takes path, changed',
  ],
  outsideBlock: [
    { at, code: "outsideBlock" },
    "a directive outside the tags; move it into the block, or leave out the tags altogether",
  ],
  blockTooLarge: [
    { at, code: "blockTooLarge", limit: 65536 },
    "a block of more than 64 KiB; shorten it, or split it in two",
  ],
};

test("a problem reads as its place, what is wrong and what to do", () => {
  const [problem] = problems.unknownKind ?? [];
  expect(problem && formatBlockProblem(problem)).toBe('3:8 unknown check kind "tetsPass"; did you mean "testsPass"?');
});

test.each(Object.values(problems))("%j has its sentence", (problem, sentence) => {
  expect(describeBlockProblem(problem)).toBe(sentence);
});

test("there being more notes has its sentence", () => {
  expect(describeBlockNote({ at, code: "tooManyNotes", limit: 100 })).toBe("there are more than 100 notes");
});

describe("what the author wrote", () => {
  test.each([
    ["a\tb", '"a\\tb"'],
    ["a\u2028b\u202ec", '"a\\u{2028}b\\u{202e}c"'],
    ["\u00a0\u3000", '"\\u{a0}\\u{3000}"'],
    ["\u001b[31m", '"\\u{1b}[31m"'],
    ["\u3164\ufe0f", '"\\u{3164}\\u{fe0f}"'],
  ])("is quoted with every hidden character visible: %j", (text, quoted) => {
    const note: BlockNote = { at, code: "ignoredProse", text };
    expect(describeBlockNote(note)).toContain(quoted);
  });

  test("is shortened", () => {
    const sentence = describeBlockProblem({ at, code: "leftOverText", text: `begin${"x".repeat(10_000)}end` });
    expect(sentence).toMatch(/^left-over text "beginx+…\(\d+ more\)…x+end";/);
    expect(sentence.length).toBeLessThan(200);
  });

  test("can't pass for the gate's own words", () => {
    expect(describeBlockNote({ at, code: "ignoredProse", text: "[dod-gate ✓ accepted]" })).not.toContain("[dod-gate");
  });
});
