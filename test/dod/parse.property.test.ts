import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { limits } from "../../src/dod/limits.ts";
import { parse } from "../../src/dod/parse.ts";
import { parseDirectives } from "../../src/dod/parse-directives.ts";
import { formatBlockNote, formatBlockProblem } from "../../src/report/problems.ts";
import { blockShaped, piece } from "./block-shaped.ts";

describe("parse", () => {
  test.each([
    ["arbitrary", fc.string({ unit: "binary" })],
    ["block-shaped", blockShaped],
    ["filled", blockShaped.map((text) => `[acceptance]\n${text}\n[/acceptance]`)],
  ])("never throws on %s texts, places every finding in them, and each has its sentence", (_, texts) => {
    fc.assert(
      fc.property(texts, (text) => {
        const lines = text.split(/\r\n|\r|\n/);
        for (const { problems, notes } of [parse(text), parseDirectives(text)]) {
          for (const { at } of [...problems, ...notes]) {
            expect(at.column).toBeGreaterThan(0);
            expect(at.column).toBeLessThanOrEqual((lines[at.line - 1]?.length ?? -1) + 1);
          }
          for (const line of [...problems.map(formatBlockProblem), ...notes.map(formatBlockNote)]) {
            expect(line).toMatch(/^\d+:\d+ [^\p{Cc}\p{Zl}\p{Zp}\u200b\u00a0]+$/u);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  test("accounts for every check line: a check, or a problem", () => {
    const line = fc
      .array(piece, { maxLength: 8 })
      .map((pieces) => `check: ${pieces.join("").replaceAll(/[\r\n]/g, "")}`);
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 5 }), (lines) => {
        const { dods, problems } = parse(`[dod]\n${lines.join("\n")}\n[/dod]`);
        for (const number of lines.keys()) {
          const isAt = ({ at }: { at: { line: number } }) => at.line === number + 2;
          expect(dods[0]?.checks.some(isAt)).toBe(!problems.some(isAt));
        }
      }),
    );
  });

  test("collects no more than it promises", () => {
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 5 }), (pieces) => {
        const { dods, problems, notes } = parse(`[dod]\n${`${pieces.join("")}\n`.repeat(300)}[/dod]\n`.repeat(3));
        expect(problems.length).toBeLessThanOrEqual(limits.problems + 1);
        expect(notes.length).toBeLessThanOrEqual(limits.notes + 1);
        expect(dods.length).toBeLessThanOrEqual(limits.blocks);
      }),
      { numRuns: 50 },
    );
  });
});
