import { expect, test } from "vitest";
import type { Outcome, Verdict } from "../../src/gate/verdict.ts";
import { recordOf } from "../../src/report/verdict-record.ts";

const verdict: Verdict = {
  outcome: "pass",
  method: "checker",
  checks: [],
  causes: [],
  unrun: [],
  notes: [],
  durationMs: 1,
};

test.each<[outcome: Outcome, pass: boolean, skipped: boolean]>([
  ["pass", true, false],
  ["fail", false, false],
  ["error", false, false],
  ["skip", false, true],
])(
  "of all outcomes, only a pass is one, and what is skipped never is: %s (R002-35, R002-37, R000-2, R003-2)",
  (outcome, pass, skipped) => {
    expect(recordOf({ ...verdict, outcome })).toMatchObject({ outcome, pass, skipped });
  },
);

test("a pass that was graded carries its method, its evidence and its grader (R002-35)", () => {
  const grading = { criteria: 2, evidence: ["a.ts:1 says so", "b.ts:2 too"], model: "p/m" };
  expect(recordOf({ ...verdict, dodSource: "explicit", grading })).toMatchObject({
    method: "checker",
    dodSource: "explicit",
    reasons: [],
    evidence: "a.ts:1 says so\nb.ts:2 too",
    graderModel: "p/m",
  });
});
