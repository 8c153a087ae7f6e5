import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { findMentions, isBelowBase, proseOf } from "../../src/dod/mentions.ts";

function mentioned(text: string) {
  return findMentions(text).map(({ kind, text: found }) => `${kind} ${found}`);
}

describe("what a text mentions (R002-26, R002-31)", () => {
  test.each<[string, readonly string[]]>([
    ["src/a.ts", ["file src/a.ts"]],
    ["./src/./a.ts.", ["file src/a.ts"]],
    ['(src/a.ts), `b.rs`; "c.md"!', ["file src/a.ts", "file b.rs", "file c.md"]],
    ["@src/a.ts:12:3 and src/b.ts#L4", ["file src/a.ts", "file src/b.ts"]],
    ["**a.md** *b.md* [c](docs/c.md)", ["file a.md", "file b.md", "file docs/c.md"]],
    ["src/a.ts's", ["file src/a.ts"]],
    ["src/+page.svelte app/.env .npmrc", ["file src/+page.svelte", "file app/.env", "file .npmrc"]],
    ["../a.md /etc/a.md ~/a.md a\\b.md", ["file ../a.md", "file /etc/a.md", "file ~/a.md", "file a\\b.md"]],
    ["src/parser src/ pros/cons", ["path src/parser", "path src/", "path pros/cons"]],
    [
      "src/*.ts .ts console.log Node.js a.b",
      ["path src/*.ts", "path .ts", "path console.log", "path Node.js", "path a.b"],
    ],
    ['`npm test src/a.ts` "my notes.md"', ["path src/a.ts", "path notes.md"]],
    ["https://example.org/a/b.md?c=d/e.md.", ["address https://example.org/a/b.md?c=d/e.md."]],
    [
      "www.x.y/z.md example.com/z.md socket.io a@b.md",
      ["address www.x.y/z.md", "address example.com/z.md", "address socket.io", "address a@b.md"],
    ],
    ["and/or AND/OR n/a w/o 24/7 1/2", []],
    ["e.g. i.e. etc. end.", []],
    ["1.2.3 v1.2 v20.x 1.0.0-rc.1 3.14", []],
    ['a . .. ... / // - * @ ` " `` ""', []],
    ["src/日本.md docs/a.md文", ["file src/日本.md", "path docs/a.md文"]],
  ])("%j", (text, expected) => {
    expect(mentioned(text)).toEqual(expected);
  });

  it("has its place in the text", () => {
    const text = 'See "`x/a.ts`" and @b.md, `c.md`.';
    const places = findMentions(text).map(({ start, end }) => text.slice(start, end));
    expect(places).toEqual(["x/a.ts", "b.md", "c.md"]);
    expect(proseOf(text, findMentions(text))).toBe('See "```" and @`, ```.');
  });

  it("never overlaps, in whatever text", () => {
    const text = fc.string({ unit: fc.constantFrom(...'ab./\\`" \n@*:-~'.split("")), maxLength: 40 });
    fc.assert(
      fc.property(text, (written) => {
        let from = 0;
        for (const { start, end } of findMentions(written)) {
          expect(start).toBeGreaterThanOrEqual(from);
          expect(end).toBeGreaterThan(start);
          from = end;
        }
        expect(from).toBeLessThanOrEqual(written.length);
      }),
      { numRuns: 2000 },
    );
  });

  it("is no word that is longer than any path", () => {
    expect(mentioned(`${"a/".repeat(510)}b.md`)).toHaveLength(1);
    expect(mentioned(`${"a/".repeat(511)}b.md`)).toEqual([]);
  });
});

test.each([
  ["a.md", true],
  ["a/../b.md", true],
  ["../a.md", false],
  ["a/../../b.md", false],
  ["/a.md", false],
  ["~/a.md", false],
  ["$HOME/a.md", false],
  ["%TEMP%/a.md", false],
  ["a\\b.md", false],
  ["a/*.md", false],
  ["-a.md", false],
])("%j lies below the base directory: %s", (path, expected) => {
  expect(isBelowBase(path)).toBe(expected);
});
