import { expect, test } from "vitest";
import { renderScorecard, type Scorecard } from "../../src/report/scorecard.ts";

const card: Scorecard = {
  status: "accepted",
  method: "deterministic",
  tier: "medium",
  attempts: 2,
  blocked: 0,
  escalations: 1,
  cost: { unit: "dollars", amount: 0.0421 },
};

test.each<[line: string, part: Partial<Scorecard>]>([
  ["accepted: deterministic · final tier medium · 2 attempts · 1 escalation · cost $0.0421", {}],
  [
    "accepted: checker · final tier fast · 1 attempt · 0 escalations · cost $1.50",
    { method: "checker", tier: "fast", attempts: 1, escalations: 0, cost: { unit: "dollars", amount: 1.5 } },
  ],
  [
    "unmet: deterministic · final tier heavy · 3 attempts · 2 escalations · cost 7 × the first attempt's",
    { status: "unmet", tier: "heavy", attempts: 3, escalations: 2, cost: { unit: "firstAttempts", amount: 7 } },
  ],
  [
    "unmet · the caller's own model · 2 attempts · 0 escalations · cost unknown",
    { status: "unmet", method: "none", tier: undefined, escalations: 0, cost: undefined },
  ],
  [
    "needs_review · final tier fast · 0 attempts · 2 not judged · 0 escalations · cost below $0.0001",
    {
      status: "needs_review",
      method: "none",
      tier: "fast",
      attempts: 0,
      blocked: 2,
      escalations: 0,
      cost: { unit: "dollars", amount: 0.000001 },
    },
  ],
  [
    "skipped · final tier fast · 1 attempt · 0 escalations · cost 1230 × the first attempt's",
    {
      status: "skipped",
      method: "none",
      tier: "fast",
      attempts: 1,
      escalations: 0,
      cost: { unit: "firstAttempts", amount: 1234.5678 },
    },
  ],
])("a scorecard is one line: %s", (line, part) => {
  expect(renderScorecard({ ...card, ...part })).toBe(`[dod-gate scorecard] ${line}`);
});
