import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { kindOf } from "../../src/dod/dod.ts";
import { keysOf, kindNames, requiredKeysOf } from "../../src/dod/kinds.ts";
import { limits } from "../../src/dod/limits.ts";
import { parse } from "../../src/dod/parse.ts";
import type { BlockNote, BlockProblem } from "../../src/dod/problem.ts";

const page = readFileSync(new URL("../../docs/grammar.md", import.meta.url), "utf8");

const problemCodes: Record<BlockProblem["code"], true> = {
  unknownDirective: true,
  missingColon: true,
  missingDirective: true,
  decoratedDirective: true,
  falseLineBreak: true,
  detachedText: true,
  outsideBlock: true,
  tagNotAlone: true,
  splitByFence: true,
  missingKind: true,
  unknownKind: true,
  unknownKey: true,
  missingKey: true,
  emptyValue: true,
  badValue: true,
  leftOverText: true,
  oddCharacter: true,
  unterminatedQuote: true,
  unterminatedBrace: true,
  invalidSchema: true,
  pathEscapes: true,
  emptyBlock: true,
  blockTooLarge: true,
  tooManyChecks: true,
  tooManyCriteria: true,
  tooManyBlocks: true,
  tooManyProblems: true,
};

const noteCodes: Record<BlockNote["code"], true> = {
  orphanOpenTag: true,
  orphanCloseTag: true,
  discardedOpenTag: true,
  misplacedTag: true,
  ignoredFencedBlock: true,
  ignoredProse: true,
  ignoredEmpty: true,
  tooManyNotes: true,
};

const examples = [...page.matchAll(/\((deterministic|checker|none)\)[^\n]*\n\n```\n([\s\S]*?)```/g)].map(
  ([, kind, block]) => ({ kind, block: block ?? "" }),
);

const rows = [...page.matchAll(/^\| `(\w+)` \| (.+) \|$/gm)].map(([, name = "", rest = ""]) => ({ name, rest }));

const exampleLines = rows.flatMap(({ name, rest }) => {
  const example = /^`([^`]+)`$/.exec(rest)?.[1];
  return name in problemCodes && example !== undefined ? [[name, example] as const] : [];
});

describe("docs/grammar.md", () => {
  test("opens with an example that compiles", () => {
    const parsed = parse(page.slice(0, page.indexOf("How a block is judged")));
    expect(parsed.problems).toEqual([]);
    expect(parsed.dods).toMatchObject([
      { deliverable: "src/parser.ts", criteria: { length: 1 }, checks: { length: 3 } },
    ]);
  });

  test("R002-23: has four examples, which parse to the kinds it states", () => {
    expect(examples).toHaveLength(4);
    for (const { kind, block } of examples) {
      const { dods, problems } = parse(block);
      expect(dods.map(kindOf)).toEqual([kind]);
      expect(problems.map(({ code }) => code)).toEqual(kind === "none" ? ["emptyBlock"] : []);
    }
  });

  test.each(kindNames)("lists the keys of %s", (kind) => {
    const [required = "", optional = ""] = rows.find(({ name }) => name === kind)?.rest.split(" | ") ?? [];
    expect(namesIn(required)).toEqual(requiredKeysOf(kind));
    expect(namesIn(optional)).toEqual(keysOf(kind).filter((key) => !requiredKeysOf(kind).includes(key)));
  });

  test("lists every problem", () => {
    const codes = Object.keys(problemCodes);
    expect(rows.map(({ name }) => name).filter((name) => codes.includes(name))).toEqual(codes);
  });

  test("has an example line for every problem of a line", () => {
    expect(exampleLines).toHaveLength(17);
  });

  test.each(exampleLines)("%s: %s", (code, example) => {
    expect(parse(`[acceptance]\n${example}\n[/acceptance]`).problems).toMatchObject([{ code, at: { line: 2 } }]);
  });

  test("names every code of a note", () => {
    for (const code of Object.keys(noteCodes)) expect(page).toContain(`\`${code}\``);
  });

  test("states the limits", () => {
    const { blockLength, checks, criteria, blocks, problems, notes } = limits;
    expect(page).toContain(`more than ${blockLength} UTF-16`);
    expect(page).toContain(`more than ${checks} checks`);
    expect(page).toContain(`more than ${criteria} criteria`);
    expect(page).toContain(`more than ${blocks} blocks`);
    expect(page).toContain(`more than ${problems} problems`);
    expect(page).toContain(`up to ${notes} of them`);
  });
});

function namesIn(cell: string): string[] {
  return [...cell.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name);
}
