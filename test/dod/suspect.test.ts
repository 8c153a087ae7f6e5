import { describe, expect, test } from "vitest";
import { parse } from "../../src/dod/parse.ts";

function codesOf(...lines: readonly string[]): string[] {
  const { problems } = parse(["[acceptance]", "check: testsPass", ...lines, "[/acceptance]"].join("\n"));
  return problems.map(({ code }) => code);
}

describe("a check or criterion that went wrong is a problem, not prose", () => {
  test.each([
    ["checks: lintClean", "unknownDirective"],
    ["chek : lintClean", "unknownDirective"],
    ["Note: this", "unknownDirective"],
    ["C:\\work", "unknownDirective"],
    ["che\u200bck: lintClean", "unknownDirective"],
    ["\u0441heck: lintClean", "unknownDirective"],
    ["𝐜𝐡𝐞𝐜𝐤: lintClean", "unknownDirective"],
    ["check lintClean", "missingColon"],
    ["CHECK lintclean", "missingColon"],
    ["check = lintClean", "missingColon"],
    ["check, run command=a", "missingColon"],
    ["criteria are these", "missingColon"],
    ["lintClean", "missingDirective"],
    ["linClean please", "missingDirective"],
    ["- run command=a", "missingDirective"],
    ["then run command=a", "missingDirective"],
    ["command=a", "missingDirective"],
    ["cmd=a", "missingDirective"],
    ["lintClean: command=a", "missingDirective"],
    ["all of this and then lintClean", "missingDirective"],
    ["**check:** lintClean", "decoratedDirective"],
    ["__Check__: lintClean", "decoratedDirective"],
    ["`check: lintClean`", "decoratedDirective"],
    ["* * check: lintClean", "decoratedDirective"],
    ["• check: lintClean", "decoratedDirective"],
    ["(check) : lintClean", "decoratedDirective"],
    ["\u200bcheck: lintClean", "decoratedDirective"],
    ["\ufeff- check: lintClean", "decoratedDirective"],
    ["\u00a0check: lintClean", "decoratedDirective"],
    ["-\u00a0check: lintClean", "decoratedDirective"],
    ["check\uff1a lintClean", "decoratedDirective"],
    ["Success criteria: all", "decoratedDirective"],
    ["Step 2: check: lintClean", "decoratedDirective"],
    ["a b c d e f g criteria: all", "decoratedDirective"],
    ["[acceptance] check: lintClean", "decoratedDirective"],
    ["[/acceptance] check: lintClean", "decoratedDirective"],
    ["prose\u2028check: lintClean", "falseLineBreak"],
    ["prose\\ncheck: lintClean", "falseLineBreak"],
    ["deliverable: a\u0085- criteria: b", "falseLineBreak"],
  ])("%j", (line, code) => {
    expect(codesOf(line)).toEqual([code]);
  });

  test.each([
    ["  chek: lintClean", "unknownDirective"],
    ["  check lintClean", "missingColon"],
    ["  lintClean", "missingDirective"],
    ["  run command=a", "missingDirective"],
    ["  path=a", "missingDirective"],
    ["  **check:** lintClean", "decoratedDirective"],
    ["  check\uff1a lintClean", "decoratedDirective"],
    ["  more\u2028check: lintClean", "falseLineBreak"],
    ["\u00a0\u00a0more", "oddCharacter"],
  ])("below a criterion, too: %j", (line, code) => {
    expect(codesOf("criteria: One", line)).toEqual([code]);
  });

  test.each([[["criteria:", "- One."]], [["criteria: All of:", "", "1. One."]]])(
    "a list beside its head: %j",
    (lines) => {
      expect(codesOf(...lines)).toEqual(["detachedText"]);
    },
  );
});

describe("prose is only prose", () => {
  test.each([
    "Run the tests before you finish.",
    "- [ ] all is well",
    "See https://example.com/a?b=c for more.",
    "Check that nothing else has changed.",
    "It must be done by 12:30 at the latest",
    "The checks run in CI.",
    "---",
    "✅",
  ])("%j", (line) => {
    expect(codesOf(line)).toEqual([]);
  });

  test.each([
    "  note: more",
    "  and click: here",
    "  the check holds",
    "  criteria of the RFC",
    "  see testsPass above",
  ])("and a criterion may go on with %j", (line) => {
    const { dods, problems } = parse(`[dod]\ncriteria: One\n${line}\n[/dod]`);
    expect(problems).toEqual([]);
    expect(dods).toMatchObject([{ criteria: [`One ${line.trim()}`] }]);
  });
});

describe("a tag that is not alone on its line", () => {
  test.each([
    ["[acceptance] check: testsPass [/acceptance]", "tagNotAlone"],
    ["[dod]\ncheck: testsPass\n[/dod].", "tagNotAlone"],
    ["[dod]\ncheck: testsPass\n**[/dod]**\n[dod]\ncheck: lintClean\n[/dod]", "tagNotAlone"],
  ])("is a problem where a check would be lost: %j", (text, code) => {
    expect(parse(text).problems.map((problem) => problem.code)).toEqual([code]);
  });

  test.each(["an [acceptance] block", "[acceptance] begins it\nand [/acceptance] ends it", "[dod]\nor [/dod]"])(
    "is prose where none would: %j",
    (text) => {
      expect(parse(text)).toMatchObject({ dods: [], problems: [] });
    },
  );
});
