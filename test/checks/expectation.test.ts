import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { Expectation } from "../../src/checks/expectation.ts";
import { ScriptEcho, type Scripts } from "../../src/checks/script-echo.ts";
import { Search } from "../../src/checks/search.ts";

function cut(text: string, lengths: readonly number[]): string[] {
  const pieces: string[] = [];
  let at = 0;
  for (const length of lengths) {
    pieces.push(text.slice(at, at + length));
    at += length;
  }
  return [...pieces, text.slice(at)];
}

describe("searching a text that comes in pieces", () => {
  it("finds what a whole text holds, however it is cut", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 60 });
    const wanted = fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(text, wanted, fc.array(fc.nat(7)), (whole, part, lengths) => {
        const search = new Search(part);
        for (const piece of cut(whole, lengths)) search.push(piece);
        expect(search.found).toBe(whole.includes(part));
      }),
      { numRuns: 2000 },
    );
  });

  it("takes linear time where a naive search would not (attack 9)", () => {
    const search = new Search(`${"a".repeat(30_000)}b`);
    for (let count = 0; count < 100; count++) search.push("a".repeat(100_000));
    expect(search.found).toBe(false);
  });
});

function isMet(text: string, output: { stdout?: string; stderr?: string }, scripts?: Scripts): boolean {
  const expectation = new Expectation(text, scripts);
  if (output.stdout !== undefined) expectation.see(output.stdout, "stdout");
  if (output.stderr !== undefined) expectation.see(output.stderr, "stderr");
  return expectation.isMet();
}

describe("an expected text (R002-15)", () => {
  it("may be on either stream, and not half on each", () => {
    expect(isMet("loaded", { stdout: "it is loaded\n" })).toBe(true);
    expect(isMet("loaded", { stderr: "it is loaded" })).toBe(true);
    expect(isMet("loaded", { stdout: "loa", stderr: "ded" })).toBe(false);
    expect(isMet("loaded", {})).toBe(false);
  });

  it("is found behind control sequences, and between any two pieces", () => {
    const expectation = new Expectation("12 passed");
    for (const piece of ["\x1b[3", "2m1", "2\x1b[0m pas", "sed\n"]) expectation.see(piece, "stdout");
    expect(expectation.isMet()).toBe(true);
  });

  it("is found at the very beginning of a long output", () => {
    const expectation = new Expectation("started");
    expectation.see("started\n", "stdout");
    for (let count = 0; count < 200; count++) expectation.see("x".repeat(100_000), "stdout");
    expect(expectation.isMet()).toBe(true);
  });
});

const npm11 = "\n> app@1.2.3 test\n> echo loaded && true\n\n";
const npmMultiLine = "\n> @scope/app@1.2.3-beta.1 pretest\n> echo a\n> \n> echo loaded x\n\n";
const npmNameless = "\n> test\n> echo loaded\n\n";
const pnpm10 = "\n> app@1.2.3 test /code/app\n> echo loaded\n\n";
const scripts: Scripts = { test: "echo loaded", multi: "echo one\necho loaded" };

describe("a package manager's echo of a script is no output", () => {
  test.each<[string, { stdout?: string; stderr?: string }]>([
    ["npm", { stdout: npm11 }],
    ["npm, a script with line breaks", { stdout: npmMultiLine }],
    ["npm, a package without a name", { stdout: npmNameless }],
    ["npm with --json, which prints it to stderr", { stderr: npm11 }],
    ["npm, a script that calls npm", { stdout: `\n> app@1.2.3 all\n> npm run test\n\n${npm11}ok\n` }],
    ["npm, right behind an unfinished line", { stdout: `working${npm11}` }],
    ["pnpm 10", { stdout: pnpm10 }],
    ["pnpm 11", { stderr: "$ echo loaded\n" }],
    ["pnpm -r", { stdout: "Scope: 2 of 3 workspace projects\npackages/a test$ echo loaded\npackages/a test: ok\n" }],
    ["yarn 1", { stdout: "yarn run v1.22.22\n$ echo loaded\nDone in 0.05s.\n" }],
    ["yarn 1, the script behind another", { stdout: "yarn run v1.22.22\n$ echo a\na\n$ echo loaded\n" }],
    ["yarn 1, a script with line breaks", { stdout: "yarn run v1.22.22\n$ echo one\necho loaded --flag\n" }],
    ["bun", { stderr: "$ echo loaded\n" }],
    ["bun, a script with line breaks", { stderr: "$ echo one\necho loaded\n" }],
    ["npm, a line that never ends", { stdout: "\n> app@1.2.3 test\n> echo loaded" }],
    ["npm, a line too long to keep", { stdout: `\n> app@1.2.3 test\n> ${"x".repeat(20_000)}loaded\n\n` }],
  ])("as %s prints it", (_, output) => {
    expect(isMet("loaded", output, scripts)).toBe(false);
    const ending = Object.hasOwn(output, "stdout") ? { stdout: "\nloaded\n" } : { stderr: "\nloaded\n" };
    const both = {
      stdout: `${output.stdout ?? ""}${ending.stdout ?? ""}`,
      stderr: `${output.stderr ?? ""}${ending.stderr ?? ""}`,
    };
    expect(isMet("loaded", both, scripts)).toBe(true);
  });

  test.each([
    ["a quotation behind the echo", { stdout: `${npm11}> it is loaded\n` }],
    ["a quotation alone", { stdout: "> it is loaded\n" }],
    ["a quotation of one word", { stdout: "\n> loaded\n" }],
    ["a prompt on stdout", { stdout: `${npm11}$ loaded\n` }],
    ["a line with an address", { stdout: `${npm11}mail a@b.c loaded\n` }],
    ["a line too long to keep", { stdout: `${npm11}${"x".repeat(20_000)}loaded` }],
    ["a price", { stdout: `${npm11}costs 5$ loaded\n` }],
  ])("%s is output", (_, output) => {
    expect(isMet("loaded", output, scripts)).toBe(true);
  });

  it("is only looked for where a package manager runs", () => {
    expect(isMet("loaded", { stdout: npm11 })).toBe(true);
  });

  it("is left out the same however the output is cut", () => {
    const whole = `${npm11}working\n> a quotation\n${pnpm10}packages/a test$ x\nend`;
    const filtered = new ScriptEcho("stdout", scripts);
    const expected = filtered.push(whole) + filtered.end();
    expect(expected).toBe("\n\nworking\n> a quotation\n\n\nend");
    fc.assert(
      fc.property(fc.array(fc.nat(30)), (lengths) => {
        const echo = new ScriptEcho("stdout", scripts);
        const kept = cut(whole, lengths).map((piece) => echo.push(piece));
        expect(kept.join("") + echo.end()).toBe(expected);
      }),
    );
  });

  it("is filtered in linear time and bounded memory (attack 9)", () => {
    const echo = new ScriptEcho("stdout", scripts);
    let kept = 0;
    for (let count = 0; count < 300; count++) kept += echo.push("> ".repeat(50_000)).length;
    expect(kept).toBeGreaterThan(29_000_000);
  });
});
