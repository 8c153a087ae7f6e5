import { expect, test } from "vitest";
import type { PlanProblem } from "../../src/dod/plan/plan-problem.ts";
import { describePlanProblem } from "../../src/report/plan-problems.ts";

const at = { line: 3, column: 1 };
const problems: readonly (readonly [PlanProblem, RegExp])[] = [
  [{ at, code: "stepWithoutBlock", step: "2 Do \u001b it" }, /^step "2 Do \\u\{1b\} it" has no .*; write one/],
  [{ at, code: "orphanBlock", tag: "[dod]" }, /\[dod\].* belongs to no step; move it/],
  [{ at, code: "duplicateStepNumber", number: "2", firstLine: 1 }, /step 2, beside the one in line 1; give each/],
  [{ at, code: "noSteps" }, /has no steps; they are/],
  [{ at, code: "planTooLong", limit: 1024 }, /more than 1024 characters; split it/],
  [{ at, code: "planTooManyParts", limit: 10_000 }, /more than 10000 headings.*; split it/],
];

test.each(problems)("the sentence says how to put it right: %j", (problem, sentence) => {
  expect(describePlanProblem(problem)).toMatch(sentence);
});
