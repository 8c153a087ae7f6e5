import { describe, expect, test } from "vitest";
import { parse } from "../../src/dod/parse.ts";
import { parseDirectives } from "../../src/dod/parse-directives.ts";

const megabyte = 1024 * 1024;

const hostile = [
  ...["[acceptance]\n", "[acceptance] ", "[", "[/dod]\n", "```\n", "`", "~", "\n", "\r", "\r\n", "\u2028", "\\n"],
  ...['"', "'", "{", "}", "\\", " ", "\t", "- ", "1. ", "- [ ] ", "=", "a=", "a: ", ":", "a", "a ", "\u0301", "\u200b"],
  ...["check: ", "check ", "chek run ", 'check: run x="\n', "a:\n", "criteria: a\n b\n", "testsPass ", "command= "],
];

function fill(unit: string, length: number): string {
  return unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
}

/** Blocks of nearly the allowed size, so that every line of them is read. */
function inBlocks(unit: string, length: number): string {
  return fill(`[dod]\n${fill(unit, 60_000)}\n[/dod]\n`, length);
}

/** The best of a few runs, in milliseconds: what disturbs a run only ever makes it slower. */
function measure(run: () => unknown): number {
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
  return Math.min(...times);
}

describe("a megabyte is parsed in no time at all", () => {
  test.each(hostile)("of %j", (unit) => {
    const texts = [
      fill(unit, megabyte),
      inBlocks(unit, megabyte),
      inBlocks(`check: run command=${fill(unit, 59_000)}`, megabyte),
      inBlocks(`check: run command="${fill(unit, 59_000)}`, megabyte),
      inBlocks(`criteria: ${fill(unit, 59_000)}`, megabyte),
    ];
    for (const text of texts) {
      const start = performance.now();
      parse(text);
      parseDirectives(text);
      expect(performance.now() - start).toBeLessThan(4_000);
    }
  });
});

describe("twice the text takes about twice the time", () => {
  test.each(hostile)("of %j", { retry: 3 }, (unit) => {
    // Only what lies within one block of the allowed size is read word by word.
    for (const build of [
      (length: number) => fill(unit, length * 8),
      (length: number) => inBlocks(fill(unit, length), length + 13),
    ]) {
      const [once, twice] = [build(30_000), build(60_000)];
      const base = Math.max(
        measure(() => parse(once)),
        0.5,
      );
      expect(measure(() => parse(twice)) / base).toBeLessThan(6);
    }
  });
});
