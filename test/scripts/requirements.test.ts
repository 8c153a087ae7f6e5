import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { namedInTests, namedRequirements } from "../../scripts/named-requirements.ts";
import { findGaps, renderCoverage } from "../../scripts/requirement-report.ts";
import { readRequirements } from "../../scripts/requirements.ts";

const root = new URL("../../", import.meta.url);
/** Not written out: what a test names, it claims to prove. */
const set = "R002";

const page = `| line | applies | what must hold |
|---|---|---|
| ${set}-1 | yes | It holds. |
| ${set}-2 | no | There is no such thing. |
| ${set}-3 | adapted | It holds, otherwise. |

## Not proved yet

| line | why |
|---|---|
| ${set}-3 | nobody has tried |
`;

describe("the page of requirements", () => {
  test("is read row by row", () => {
    const { requirements, unproved } = readRequirements(page);
    expect(requirements).toEqual([
      { id: `${set}-1`, applies: "yes", sentence: "It holds." },
      { id: `${set}-2`, applies: "no", sentence: "There is no such thing." },
      { id: `${set}-3`, applies: "adapted", sentence: "It holds, otherwise." },
    ]);
    expect([...unproved]).toEqual([[`${set}-3`, "nobody has tried"]]);
  });

  test.each([
    ["a row that says neither", `| ${set}-1 | perhaps | It holds. |`],
    ["a line that is there twice", `| ${set}-1 | yes | It holds. |\n| ${set}-1 | yes | It holds. |`],
    ["an open line that is there twice", `## Not proved yet\n| ${set}-1 | no time |\n| ${set}-1 | no time |`],
  ])("can't have %s", (_, text) => {
    expect(() => readRequirements(text)).toThrow("not a row of requirements");
  });
});

describe("a test file names", () => {
  test.each([
    ["the line in a title", `test("it holds (${set}-1)", () => {});`, [1]],
    ["the line in a row", `  ["it holds (${set}-1, ${set}-3)", {}, "pass"],`, [1, 3]],
    ["each line of a range", `describe("it holds (${set}-1…3)", () => {});`, [1, 2, 3]],
    ["the line in a template", `test(\`\${name} holds (${set}-2)\`, () => {});`, [2]],
    ["nothing in a comment", `// ${set}-1 is hard to prove.\n/** "${set}-1" */`, []],
    ["nothing in code", `const x = ${set}-1;`, []],
  ])("%s", (_, source, numbers) => {
    const ids = namedRequirements("a.test.ts", source).map(({ id }) => id);
    expect(ids).toEqual(numbers.map((number) => `${set}-${number}`));
  });
});

describe("the coverage of requirements", () => {
  const read = readRequirements(page);
  const naming = (number: number) => ({ id: `${set}-${number}`, file: "a.test.ts", title: "it holds" });

  test.each([
    ["none where all is named or listed", [1], []],
    ["a line that nobody names", [], [`${set}-1 is named by no test, and not listed as unproved`]],
    ["a name of no line", [1, 9], [`a.test.ts names ${set}-9, which there isn't`]],
    ["a line that is proved after all", [1, 3], [`${set}-3 is listed as unproved, but a test names it`]],
  ])("has as its gaps: %s", (_, numbers, gaps) => {
    expect(findGaps(read, numbers.map(naming))).toEqual(gaps);
  });

  test("is printed line by line, the open ones last", () => {
    expect(renderCoverage(read, [naming(1)])).toBe(
      [
        `${set}-1 (yes) It holds.`,
        "    a.test.ts: it holds",
        `${set}-2 (no) There is no such thing.`,
        `${set}-3 (adapted) It holds, otherwise.`,
        "",
        "Named by no test:",
        `${set}-3 nobody has tried`,
        "",
        `${set}: 1 of 2 lines that apply are named`,
      ].join("\n"),
    );
  });

  test("has no gap in this repository", () => {
    const requirements = readRequirements(readFileSync(new URL("docs/requirements.md", root), "utf8"));
    expect(requirements.requirements.length).toBeGreaterThan(200);
    expect(findGaps(requirements, namedInTests(root))).toEqual([]);
  });
});
