import { describe, expect, test } from "vitest";
import { citationsIn } from "../../src/grader/citation.ts";

const located = (reason: string) =>
  citationsIn(reason).flatMap(({ kind, spellings }) => (kind === "located" ? [spellings[0]] : []));

describe("a citation is a path with a line", () => {
  test.each<[string, string[]]>([
    ["src/a.ts:3 does it", ["src/a.ts"]],
    ["See src/a.ts:3-9.", ["src/a.ts"]],
    ["src/a.ts:3–9, src/b.ts:1", ["src/a.ts", "src/b.ts"]],
    ["src/a.ts:3:14: it parses", ["src/a.ts"]],
    ["src/a.ts:10..20", ["src/a.ts"]],
    ["src/a.ts:3,9;src/b.ts:4", ["src/a.ts", "src/b.ts"]],
    ["src/a.ts#L3-L9 and src/b.ts#L4", ["src/a.ts", "src/b.ts"]],
    ["src/a.ts:L12", ["src/a.ts"]],
    ["(src/a.ts:3)", ["src/a.ts"]],
    ["[src/a.ts:3](src/a.ts#L3)", ["src/a.ts", "src/a.ts"]],
    ["**src/a.ts:3**", ["src/a.ts"]],
    ["`src/a.ts:3` and 'src/b.ts:4' and “src/c.ts:5”", ["src/a.ts", "src/b.ts", "src/c.ts"]],
    ["(src/a.ts):3", ["src/a.ts"]],
    ["package.json:1", ["package.json"]],
    ["/project/src/a.ts:3", ["/project/src/a.ts"]],
    ["../b/c.ts:3", ["../b/c.ts"]],
    ["./src/a.ts:3", ["./src/a.ts"]],
    ["bin/run:3", ["bin/run"]],
    [".npmrc:1", [".npmrc"]],
    ["it's src/it's.ts:3, isn't it", ["src/it's.ts"]],
    ["src∕a.ts:3", ["src∕a.ts"]],
    ["src/файл.ts:3", ["src/файл.ts"]],
    ["line one\nsrc/a.ts:3\r\nline three", ["src/a.ts"]],
    ["src/a.ts:3&9, src/b.ts:4+", ["src/a.ts", "src/b.ts"]],
    ["src/说明.md:3、（文档/a.md:4-9）。", ["src/说明.md", "文档/a.md"]],
  ])("%j cites %j", (reason, paths) => {
    expect(located(reason)).toEqual(paths);
  });

  test.each([
    "",
    "All is well.",
    "It returns status:200 and listens on localhost:8080.",
    "At 10:30, ratio 3/4:1, version 1.2.3:4, 127.0.0.1:80.",
    "https://example.org/src/a.ts:3 and file:///src/a.ts:3",
    "src/a.ts alone, and src/a.ts line 3",
    "src/a.ts：3",
    "src/a.ts:0",
    "src/:3",
    "src/a.ts:3rd and src/a.ts:3/4",
    `${"a".repeat(2_000)}.ts:3`,
  ])("%j cites nothing", (reason) => {
    expect(located(reason)).toEqual([]);
  });

  test("what stands around a path may belong to it", () => {
    expect(citationsIn("[id]/page.tsx:3")).toMatchObject([{ spellings: ["id]/page.tsx", "[id]/page.tsx"] }]);
    expect(citationsIn("__init__.py:3")).toMatchObject([{ spellings: ["init__.py", "__init__.py"] }]);
  });

  test("words without a space before a path may belong to it, or not", () => {
    expect(citationsIn("见src/a.ts:3处理parse")).toMatchObject([{ spellings: ["见src/a.ts", "src/a.ts"] }]);
  });

  test("what stands between quotation marks may be one path with spaces", () => {
    expect(citationsIn("`docs/Release Notes.md:3`")).toEqual([
      {
        kind: "located",
        spellings: ["docs/Release Notes.md"],
        line: "3",
        otherwise: [
          { kind: "mentioned", spellings: ["docs/Release"] },
          { kind: "located", spellings: ["Notes.md"], line: "3" },
        ],
      },
    ]);
  });

  test("the name of a test may hold its file's", () => {
    expect(citationsIn("tests/test_x.py::TestA::test_b:12")).toEqual([
      { kind: "located", spellings: ["tests/test_x.py", "tests/test_x.py::TestA::test_b"], line: "12" },
    ]);
  });

  test("a column is told from a line", () => {
    expect(citationsIn("(/app/index.js:10:5)")).toMatchObject([{ line: "10", hasColumn: true }]);
    expect(citationsIn("(/app/index.js:10-15)")).not.toMatchObject([{ hasColumn: true }]);
  });

  test("a path without a line, or a name with a number, is only a mention", () => {
    expect(citationsIn("src/a.ts and Makefile:3").map(({ kind, spellings }) => [kind, ...spellings])).toEqual([
      ["mentioned", "src/a.ts"],
      ["mentioned", "Makefile"],
    ]);
  });
});

test.each([
  ":1",
  "a/",
  "a.b:1 ",
  "(",
  "[a](",
  "'a ",
  "`a b:1` ",
  ":1-1",
  "#L1",
  ".",
  "a.",
  "a/b:1,",
  "~*_",
  "\u2028",
  "“",
  " a:1 a",
])("a megabyte of %j takes no time", (unit) => {
  const started = performance.now();
  citationsIn(`x${unit.repeat(1_000_000 / unit.length)}x`);
  expect(performance.now() - started).toBeLessThan(20_000);
});
