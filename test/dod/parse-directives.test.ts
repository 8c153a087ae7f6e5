import { describe, expect, test } from "vitest";
import { parseDirectives } from "../../src/dod/parse-directives.ts";

function codesOf(text: string): string[] {
  return parseDirectives(text).problems.map(({ code }) => code);
}

describe("a text that is nothing but a Definition of Done", () => {
  test("may be bare directives", () => {
    expect(parseDirectives("check: testsPass\ncriteria: One\n  and two.\n")).toEqual({
      dods: [
        {
          source: "explicit",
          at: { line: 1, column: 1 },
          checks: [{ kind: "testsPass", at: { line: 1, column: 1 } }],
          criteria: ["One and two."],
        },
      ],
      problems: [],
      notes: [],
    });
  });

  test("may be blocks, which are located in the whole text", () => {
    const { dods, problems } = parseDirectives(
      "Please:\n\n[dod]\ncheck: testsPass\n[/dod]\n[dod]\ncriteria: One.\n[/dod]",
    );
    expect(problems).toEqual([]);
    expect(dods).toMatchObject([{ at: { line: 3 } }, { at: { line: 6 } }]);
  });

  test.each(["```\ncheck: testsPass\n```", "[acceptance]\ncheck: testsPass", "check: testsPass\n[/dod]"])(
    "may be directives in a fence or with half of the tags: %j",
    (text) => {
      expect(parseDirectives(text)).toMatchObject({ dods: [{ checks: [{ kind: "testsPass" }] }], problems: [] });
    },
  );

  test.each(["", "  \n", "make it good", "deliverable: a", "[dod]\n[/dod]"])(
    "is a problem with nothing usable: %j",
    (text) => {
      expect(codesOf(text)).toEqual(["emptyBlock"]);
    },
  );

  test("is a problem when it is no text", () => {
    expect(codesOf(undefined as unknown as string)).toEqual(["emptyBlock"]);
  });

  test.each([
    "check: lintClean\n[dod]\ncheck: testsPass\n[/dod]",
    "[dod]\ncheck: testsPass\n[/dod]\n- criteria: One.",
    "[dod]\ncheck: testsPass\n[/dod]\n**check:** lintClean\n[dod]\ncheck: testsPass\n[/dod]",
  ])("has no directive beside its blocks: %j", (text) => {
    expect(codesOf(text)).toEqual(["outsideBlock"]);
  });

  test("is a problem where its line breaks were escaped", () => {
    expect(codesOf("check: testsPass\\ncriteria: One.")).toEqual(["unknownKind"]);
    expect(codesOf("criteria: One.\\ncheck: testsPass")).toEqual(["falseLineBreak"]);
    expect(codesOf("[dod]\\ncheck: testsPass\\n[/dod]")).toEqual(["falseLineBreak"]);
  });
});
