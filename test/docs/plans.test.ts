import { describe, expect, test } from "vitest";
import { lintPlan } from "../../src/dod/plan/plan-lint.ts";
import type { PlanFault, PlanReferenceProblem } from "../../src/dod/plan/plan-problem.ts";
import { describePlanProblem } from "../../src/report/plan-problems.ts";
import { blocksOf, codeIn, readPage, rowsUnder } from "./page.ts";

const page = readPage("docs/plans.md");

test("the example of docs/plans.md is a plan without a problem", async () => {
  const example = blocksOf(page)[0] ?? "";
  const { steps, problems } = await lintPlan(example);
  expect([steps.map(({ number }) => number), problems]).toEqual([["1", "2"], []]);
});

describe("docs/plans.md tells what is refused at a dispatch", () => {
  const at = { line: 1, column: 1 };
  const path = "PLAN.md";
  const faults: PlanFault[] = ["notAFile", "notText", "tooLarge", "unreadable"];
  const problems: PlanReferenceProblem[] = [
    { at, code: "planMissing", path },
    { at, code: "planOutside", path },
    ...faults.map((why) => ({ at, code: "planUnreadable", path, why }) as const),
    { at, code: "stepNotNamed", path, steps: ["1 A"] },
    { at, code: "unknownStep", path, step: "9", steps: ["1 A"] },
    { at, code: "ambiguousStep", path, step: "1", lines: [1, 2] },
  ];
  const told = rowsUnder("it says", page).flatMap(([says = ""]) =>
    codeIn(says).map((code) => code.split("…")[0] ?? ""),
  );

  test.each(problems)("$code", (problem) => {
    const sentence = describePlanProblem(problem);
    expect(told.filter((code) => sentence.includes(code.trim()))).not.toEqual([]);
  });
});
