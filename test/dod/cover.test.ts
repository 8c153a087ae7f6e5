import { describe, expect, test } from "vitest";
import { coverCriteria } from "../../src/dod/cover.ts";
import { checksOf, type Dod, kindOf, type ProjectCheck } from "../../src/dod/dod.ts";
import { parse } from "../../src/dod/parse.ts";
import { print } from "../../src/dod/print.ts";

const at = { line: 1, column: 1 };
const bound = (criterion: string): ProjectCheck => ({
  ...{ kind: "projectCheck", at, criterion, command: "npm test" },
  ...{ home: "/code/app", directory: "/code/app", oraclePaths: [] },
});
const dodOf = (...lines: string[]): Dod => {
  const [dod] = parse(["[acceptance]", ...lines, "[/acceptance]"].join("\n")).dods;
  if (dod === undefined) throw new Error("there is no block");
  return dod;
};
const checks = [bound("All tests  pass."), bound("__proto__"), bound("constructor")];

describe("a criterion is handed over to the project's command", () => {
  test.each([
    "All tests pass.",
    "All  tests\tpass.",
    "All tests\u00a0pass.",
    "All tests\u2003pass. ",
    "__proto__",
    "constructor",
  ])("where its text is the same, white space aside: %j", (criterion) => {
    const covered = coverCriteria({ ...dodOf("criteria: x"), criteria: [criterion] }, checks);
    expect(covered.criteria).toEqual([]);
    expect(checksOf(covered)).toHaveLength(1);
    expect(kindOf(covered)).toBe("deterministic");
  });

  test.each([
    "all tests pass.",
    "All tests pass",
    "All tests pass..",
    "All tests pass. And more.",
    "All\u200btests pass.",
    "All tests\u200b pass.",
    "АII tests pass.",
    "toString",
    "",
  ])("and nowhere else: %j", (criterion) => {
    const dod = { ...dodOf("criteria: x"), criteria: [criterion] };
    expect(coverCriteria(dod, checks)).toBe(dod);
  });

  test("a block whose other criteria remain is still the grader's", () => {
    const covered = coverCriteria(dodOf("criteria: All tests pass.", "criteria: It is polite."), checks);
    expect(kindOf(covered)).toBe("checker");
    expect(covered).toMatchObject({ criteria: ["It is polite."], covered: [{ criterion: "All tests  pass." }] });
  });

  test("in a mixed block it comes after the author's checks, and once", () => {
    const covered = coverCriteria(
      dodOf("criteria: All tests pass.", "check: fileExists path=a", "criteria: All  tests pass."),
      checks,
    );
    expect(checksOf(covered).map(({ kind }) => kind)).toEqual(["fileExists", "projectCheck"]);
    expect(kindOf(covered)).toBe("deterministic");
  });

  test("printed, it is the criterion that was written", () => {
    expect(print(coverCriteria(dodOf("criteria: constructor"), checks))).toBe(
      "[acceptance]\ncriteria: constructor\n[/acceptance]\n",
    );
  });
});
