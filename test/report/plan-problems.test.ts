import { expect, test } from "vitest";
import type { PlanProblem } from "../../src/dod/plan-problem.ts";
import { describePlanProblem } from "../../src/report/plan-problems.ts";

const at = { line: 3, column: 1 };
const problems: { readonly [Code in PlanProblem["code"]]: readonly [PlanProblem & { readonly code: Code }, RegExp] } = {
  stepWithoutBlock: [
    { at, code: "stepWithoutBlock", step: "2 Do \u001b it" },
    /^step "2 Do \\u\{1b\} it" has no .* add one/,
  ],
  orphanBlock: [{ at, code: "orphanBlock", tag: "[dod]" }, /^\[dod\] belongs to no step; move it/],
  duplicateStepNumber: [
    { at, code: "duplicateStepNumber", number: "2", firstLine: 1 },
    /"2" is line 1's already; number/,
  ],
  noSteps: [{ at, code: "noSteps" }, /has no steps; write them as/],
  planTooLong: [{ at, code: "planTooLong", limit: 1024 * 1024 }, /more than 1024 KiB; split it/],
  planTooManyParts: [{ at, code: "planTooManyParts", limit: 10_000 }, /more than 10000 headings.*; split it/],
};

test.each(Object.entries(problems))("%s: the sentence says how to put it right", (_, [problem, sentence]) => {
  expect(describePlanProblem(problem)).toMatch(sentence);
});
