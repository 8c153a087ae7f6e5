import { describe, expect, test } from "vitest";
import { quotes } from "../../src/grader/quoted.ts";

const source = "The **parser** handles carriage returns,\nand `parse()` doesn't throw on empty input. 构建通过。";

describe("three successive words of the return text between quotation marks are a quotation (R001-37)", () => {
  test.each([
    'It says "handles carriage returns".',
    "It says 'handles carriage returns', as asked.",
    "It says “the parser handles”.",
    "It says „handles carriage returns“.",
    "It says «handles  carriage\nreturns».",
    "It says `HANDLES CARRIAGE RETURNS`.",
    'It says "The parser … on empty input".',
    'It says "the parser handles ... throw on empty input".',
    `It says "doesn't throw on empty".`,
    "It says 'doesn't throw on empty'.",
    "它说「构建通过」。",
  ])("%j", (reason) => {
    expect(quotes([reason], source)).toBe(true);
  });

  test.each([
    "",
    "It handles carriage returns.",
    'It says "carriage returns".',
    'It says "handles line feeds".',
    'It says "the parser handles line feeds".',
    'It says "parser the handles".',
    'It says "handles", "carriage", "returns".',
    '"',
    '"handles carriage returns',
    'handles carriage returns"',
    "the parser's handles carriage returns don't",
    '"…"',
  ])("and %j is none", (reason) => {
    expect(quotes([reason], source)).toBe(false);
  });

  test("any of the reasons will do, and no two of them together", () => {
    expect(quotes(["no", 'but "handles carriage returns"'], source)).toBe(true);
    expect(quotes(['says "handles', 'carriage returns"'], source)).toBe(false);
  });

  test("of a shorter text all words are needed", () => {
    expect(quotes(['It says "42".'], "42")).toBe(true);
    expect(quotes(['It says "Yes, done".'], "Yes: done!")).toBe(true);
    expect(quotes(['It says "yes".'], "Yes: done!")).toBe(false);
  });

  test("a text without words can't be quoted", () => {
    expect(quotes(['"✅"', '""'], "✅")).toBe(false);
  });
});

test.each(["a", "a ", "' ", '"', "…", "字", "a's ", "\u0301", "...", "x'y "])(
  "a megabyte of %j takes no time",
  (unit) => {
    const text = unit.repeat(1_000_000 / unit.length);
    const started = performance.now();
    quotes([`"${text}"`], text);
    expect(performance.now() - started).toBeLessThan(20_000);
  },
);
