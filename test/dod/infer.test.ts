import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { kindOf } from "../../src/dod/dod.ts";
import { inferDod, type ProjectHints } from "../../src/dod/infer.ts";
import { parse } from "../../src/dod/parse.ts";
import { print } from "../../src/dod/print.ts";

const everything: ProjectHints = { test: "npm test", build: "npm run build", lint: "npm run lint" };
const at = { line: 1, column: 1 };
const tests = { kind: "testsPass", at };
const build = { kind: "buildPasses", at };
const lint = { kind: "lintClean", at };

const written = (path: string) => ({ kind: "fileExists", at, path, changed: true });

function checksFor(prompt: string, hints: ProjectHints = everything) {
  return inferDod(prompt, hints).checks;
}

function criterionOf(prompt: string): string {
  const { checks, criteria } = inferDod(prompt, {});
  expect(checks).toEqual([]);
  expect(criteria).toHaveLength(1);
  return criteria[0] ?? "";
}

describe("the category of a dispatch without a block (R002-26)", () => {
  const rows: readonly (readonly [words: string, checks: readonly unknown[]])[] = [
    ["bug fix broken regression failing", [build, tests]],
    ["refactor rename extract restructure", [build, lint]],
    ["implement add feature create build endpoint function component", [build, tests]],
    ["test spec coverage", [tests]],
    ["write generate emit scaffold", []],
    ["fixing fixed bugs refactoring tests specs building added adding latest contest prefix debug attest", []],
  ];
  test.each(rows.flatMap(([words, checks]) => words.split(" ").map((word) => ({ word, checks }))))(
    "has for the whole word $word its own checks",
    ({ word, checks }) => {
      for (const prompt of [
        word,
        word.toUpperCase(),
        `Please ${word}, now`,
        `(${word})`,
        `x\n\n${word}.`,
        `${word}-x`,
      ]) {
        expect([prompt, checksFor(prompt)]).toEqual([prompt, checks]);
      }
      for (const prompt of [
        `x${word}`,
        `${word}x`,
        `${word}_x`,
        `1${word}`,
        `_${word}`,
        `é${word}`,
        `${word}\u200Bx`,
      ]) {
        expect([prompt, checksFor(prompt)]).toEqual([prompt, []]);
      }
    },
  );

  test.each([
    ["clean up the parser", [build, lint]],
    ["Clean-Up of the parser", [build, lint]],
    ["clean\nup", [build, lint]],
    ["clean the cup up", []],
    ["unclean up", []],
    ["clean upstream", []],
  ])("%j may be a refactoring", (prompt, checks) => {
    expect(checksFor(prompt)).toEqual(checks);
  });

  test.each([
    ["add a test for the broken rename", [build, tests]],
    ["rename the component and write docs/a.md", [build, lint]],
    ["write docs/a.md about the function we test", [written("docs/a.md")]],
    ["write about docs/a.md and docs/b.md and add a test", [build, tests]],
    ["add a test", [build, tests]],
  ])("of %j is the first that matches", (prompt, checks) => {
    expect(checksFor(prompt)).toEqual(checks);
  });

  test.each([
    "Look at src/test/build.ts",
    "Look at test/fix/broken.ts and `lib/add.rs`",
    "Look at https://example.org/fix/the/bug",
    "Look at test.ts",
  ])("is not decided by a path or an address: %j", (prompt) => {
    expect(checksFor(prompt)).toEqual([]);
  });

  it("is decided by words that only a slash joins", () => {
    expect(checksFor("fix/refactor the parser")).toEqual([build, tests]);
  });
});

describe("the checks of an inferred DoD (R002-27)", () => {
  const prompts = { bugfix: "fix it", refactor: "refactor it", impl: "implement it", test: "test it" };
  test.each<[keyof typeof prompts, ProjectHints, readonly unknown[]]>([
    ["bugfix", { build: "npm run build" }, [build]],
    ["bugfix", { test: "npm test" }, [tests]],
    ["bugfix", { lint: "npm run lint" }, []],
    ["refactor", { lint: "npm run lint" }, [lint]],
    ["refactor", { build: "npm run build" }, [build]],
    ["refactor", { test: "npm test" }, []],
    ["impl", { test: "npm test", lint: "npm run lint" }, [tests]],
    ["test", { test: "npm test" }, [tests]],
    ["test", { build: "npm run build", lint: "npm run lint" }, []],
    ["test", {}, []],
  ])("of a %s are those that the project has the commands for: %j", (category, hints, checks) => {
    const dod = inferDod(prompts[category], hints);
    expect(dod.checks).toEqual(checks);
    expect(dod.criteria).toEqual(checks.length > 0 ? [] : [prompts[category]]);
  });

  it("name a command where it is not the one that the check runs by itself", () => {
    const hints = { test: "pnpm run test", build: "make build", lint: "npm run lint" };
    expect(checksFor("fix it", hints)).toEqual([
      { ...build, command: "make build" },
      { ...tests, command: "pnpm run test" },
    ]);
    expect(checksFor("refactor it", hints)).toEqual([{ ...build, command: "make build" }, lint]);
    expect(checksFor("refactor it", { lint: "npm test" })).toEqual([{ ...lint, command: "npm test" }]);
  });
});

describe("a file that is to be written (R002-26)", () => {
  test.each([
    ["Write docs/report.md", "docs/report.md"],
    ["write the report to `docs/report.md`.", "docs/report.md"],
    ["Generate a summary of the design into ./docs/report.md, in English", "docs/report.md"],
    ['Emit types to "src/gen/types.ts" with comments', "src/gen/types.ts"],
    ["Scaffold a new file named **notes.md**", "notes.md"],
    ["Write the file (a/b.c)!", "a/b.c"],
    ["Write it to @docs/report.md", "docs/report.md"],
    ["Write the CI/CD notes to docs/ci.md", "docs/ci.md"],
    ["Write docs/report.md. The file docs/report.md must be short.", "docs/report.md"],
    ["Write the following file: `a.md`", "a.md"],
    ["Write .gitignore", ".gitignore"],
    ["Write [docs/report.md]", "docs/report.md"],
    ["Write it to docs/日本.md", "docs/日本.md"],
    ["Write the Node.js 22.1.0 notes to NOTES.md", "NOTES.md"],
    ["Write https://example.org/a.md to b.md", "b.md"],
  ])("is one that %j names", (prompt, path) => {
    expect(checksFor(prompt)).toEqual([written(path)]);
  });

  test.each([
    "Write tests for src/parser.ts",
    "Write a summary of src/parser.ts",
    "Generate openapi.json types",
    "Read the file src/a.ts and generate a summary",
    "Look at src/a.ts and write it down",
    "Write docs similar to docs/old.md",
    "Write the docs and stick to docs/style.md",
    "Write the docs. Refer to docs/style.md",
    "Write a link to docs/a.md",
    "Write the docs. Go on to docs/a.md",
    "Write the docs\nGo on to docs/a.md",
    "Generate from a/b.json",
  ])("is not one that the work is merely about: %j (never vacuous)", (prompt) => {
    expect(inferDod(prompt, everything)).toMatchObject({ checks: [], criteria: [prompt.split("\n")[0]] });
  });

  test.each([
    "Write /etc/report.md",
    "Write ../report.md",
    "Write docs/../../report.md",
    "Write ~/report.md",
    "Write $HOME/report.md",
    "Write C:\\docs\\report.md",
    "Write C:/docs/report.md",
    "Write docs\\report.md",
    "Write docs/*.md",
    "Write docs/",
    "Write src/parser",
    "Write pros/cons",
    "Write a wrapper to console.log",
    "Write an adapter to Node.js",
    "Write to example.com/index.html",
    "Write to me@example.md",
    'Write "my notes.md"',
    "Write a.md and b.md",
  ])("must lie below the base directory and be sure to be one: %j", (prompt) => {
    expect(checksFor(prompt)).toEqual([]);
  });
});

describe("the criterion of an inferred DoD (R002-27)", () => {
  test.each([
    ["Look around", "Look around"],
    ["\r\n \t\n  Look \t around \r\nand more", "Look around"],
    ["\rLook\raround", "Look"],
    ["---\n***\n\u200B\nLook around", "Look around"],
    ["[acceptance]\nLook around", "Look around"],
    ["Look\u2028around\u00A0\u0000me", "Look around me"],
    ["日本", "日本"],
  ])("is the first line that says something: %j", (prompt, criterion) => {
    expect(criterionOf(prompt)).toBe(criterion);
  });

  test.each(["", " ", "\n\r\n", "\u200B\u2060", "---", "[dod]"])(
    "is there even where the prompt says nothing: %j (R002-28)",
    (prompt) => {
      expect(criterionOf(prompt)).toBe("The delegated work was done, and the result says what was done.");
    },
  );

  it("has at most 120 characters, the ellipsis included", () => {
    expect(criterionOf("x".repeat(120))).toBe("x".repeat(120));
    expect(criterionOf("x".repeat(121))).toBe(`${"x".repeat(119)}…`);
    expect(criterionOf(`${"x".repeat(118)} yy`)).toBe(`${"x".repeat(118)}…`);
  });

  it("is never cut within a character", () => {
    expect(criterionOf(`${"x".repeat(118)}😀😀`)).toBe(`${"x".repeat(118)}…`);
    expect(criterionOf(`${"x".repeat(117)}😀😀`)).toBe(`${"x".repeat(117)}😀…`);
  });
});

/** Prompts that come near to what inference looks for. */
const prompt = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.string({ unit: "grapheme", maxLength: 300 }),
  fc
    .array(
      fc.constantFrom(
        ..."fix refactor write generate to into implement test clean up docs/a.md ./b.ts ../c.md /d.md ~ ` \" ' [ ] ( ) : , . * - # @ \\ e.g. 1.2.3 https://x.y/z".split(
          " ",
        ),
        "[acceptance]",
        "[/acceptance]",
        "check: testsPass",
        "criteria: x",
        "\n",
        "\r\n",
        " ",
        "\u2028",
        "\uD83D",
        "😀",
      ),
      { maxLength: 40 },
    )
    .map((words) => words.join(" ")),
);
const command = fc.constantFrom("npm test", "npm run build", "npm run lint", "bun run test");
const hints: fc.Arbitrary<ProjectHints> = fc.record(
  { test: command, build: command, lint: command },
  { requiredKeys: [] },
);

describe("whatever the prompt (R002-28)", () => {
  it("an inferred DoD asks for something, by checks or by one criterion", () => {
    fc.assert(
      fc.property(prompt, hints, (text, known) => {
        const dod = inferDod(text, known);
        expect(dod).toMatchObject({ source: "inferred", at });
        expect(kindOf(dod)).not.toBe("none");
        expect(dod.criteria).toHaveLength(dod.checks.length > 0 ? 0 : 1);
        for (const criterion of dod.criteria) {
          expect(criterion).toMatch(/^\S.*\S$|^\S$/);
          expect(criterion).toMatch(/[\p{L}\p{N}]/u);
          expect(criterion.length).toBeLessThanOrEqual(120);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it("an inferred DoD is found in quotes of any length", () => {
    expect(inferDod(`Read "${"a.b ".repeat(300_000)}"`, {}).criteria).toHaveLength(1);
  });

  it("an inferred DoD can be written as a block without a problem", () => {
    fc.assert(
      fc.property(prompt, hints, (text, known) => {
        const dod = inferDod(text, known);
        const { dods, problems } = parse(print(dod));
        expect(problems).toEqual([]);
        expect(dods).toHaveLength(1);
        expect(dods[0]?.checks.map(({ at: _, ...check }) => check)).toEqual(
          dod.checks.map(({ at: _, ...check }) => check),
        );
        expect(dods[0]?.criteria).toEqual(dod.criteria);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    "a",
    " ",
    "\n",
    "a.b ",
    "a/b.md ",
    "`",
    '"',
    '`"',
    "a:",
    "write a.md ",
    "../",
    "clean ",
    "clean-",
    "-",
    ".",
    "*",
    "@",
    "😀",
    "https://",
    "aa+",
  ])("a megabyte of %j is read in time", (piece) => {
    const text = `x${piece.repeat(Math.ceil(2 ** 20 / piece.length))}`;
    const started = performance.now();
    inferDod(text, {});
    inferDod(`write ${text}\n${text}`, {});
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});
