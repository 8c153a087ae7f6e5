import { describe, expect, test } from "vitest";
import { parse } from "../../src/dod/parse.ts";
import { parseDirectives } from "../../src/dod/parse-directives.ts";

const megabyte = 1024 * 1024;

const hostile = [
  ...[
    "[acceptance]\n",
    "[acceptance] ",
    "[",
    "[/dod]\n",
    "```\n",
    "`",
    "~",
    "\n",
    "\r",
    "\u2028",
    "\\n",
    "=",
    "a=",
    ":",
  ],
  ...['"', "'", "{", "}", "\\", " ", "\t", "- ", "1. ", "- [ ] ", "a: ", "a", "a ", "\u0301", "\u200b", "command= "],
  ...["check: ", "check ", "chek run ", 'check: run x="\n', "a:\n", "criteria: a\n b\n", "testsPass "],
];

function fill(unit: string, length: number): string {
  return unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
}

/** Blocks small enough to be read to their last line. */
function inBlocks(body: string, count: number): string {
  return `[dod]\n${body}\n[/dod]\n`.repeat(count);
}

function measure(run: () => unknown): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

/** What disturbs a run only ever makes it slower. */
function measureBest(run: () => unknown): number {
  return Math.min(measure(run), measure(run), measure(run));
}

describe("a megabyte takes less than two seconds", { retry: 2, timeout: 60_000 }, () => {
  test.each(hostile)("of %j", (unit) => {
    const texts = [
      fill(unit, megabyte),
      inBlocks(fill(unit, 65_000), 16),
      inBlocks(`check: run command=${fill(unit, 65_000)}`, 5) +
        inBlocks(`check: run command="${fill(unit, 65_000)}`, 5) +
        inBlocks(`criteria: ${fill(unit, 65_000)}`, 5),
    ];
    for (const text of texts) expect(measure(() => parse(text))).toBeLessThan(15_000);
    for (const text of texts.slice(0, 1)) expect(measure(() => parseDirectives(text))).toBeLessThan(15_000);
  });
});

describe("twice the text takes about twice the time", { retry: 3, timeout: 60_000 }, () => {
  test.each(hostile)("of %j", (unit) => {
    for (const build of [
      (size: number) => fill(unit, size * 2),
      (size: number) => inBlocks(`criteria: ${fill(unit, size)}`, 2),
    ]) {
      const [once, twice] = [build(32_000), build(64_000)];
      const base = Math.max(
        measureBest(() => parse(once)),
        1,
      );
      expect(measureBest(() => parse(twice)) / base).toBeLessThan(6);
    }
  });
});
