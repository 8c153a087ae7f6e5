import { describe, expect, test } from "vitest";
import type { CheckResult, ErrorReason } from "../../../src/checks/result.ts";
import type { Cause, Verdict } from "../../../src/gate/verdict.ts";
import { type Blocker, blockerOf } from "../../../src/wiring/delegate/blocker.ts";
import { eventOf } from "../../../src/wiring/delegate/ladder-event.ts";

const at = { line: 1, column: 1 };

function verdict(part: Partial<Verdict>): Verdict {
  return {
    outcome: "error",
    method: "deterministic",
    checks: [],
    causes: [],
    unrun: [],
    notes: [],
    durationMs: 5,
    ...part,
  };
}

function broken(reason: ErrorReason): CheckResult {
  return { outcome: "error", reason, check: { kind: "testsPass", at }, durationMs: 1 };
}

const failed: CheckResult = {
  outcome: "fail",
  reason: { code: "exited", exitCode: 1 },
  check: { kind: "testsPass", at },
  run: { exitCode: 1, timedOut: false, stdoutTail: "", stderrTail: "" },
  durationMs: 1,
};

const toolMissing = broken({ code: "toolMissing", tool: "vitest" });
const notGraded = (why: "providerFailed" | "timedOut" | "noCriteria"): Cause => ({
  code: "notGraded",
  why,
  message: "no answer",
  criteria: ["It is documented."],
});

test("a pass is the only verdict that passes (R002-49)", () => {
  expect(eventOf(verdict({ outcome: "pass" }), 0.5)).toEqual({ kind: "passed", dollars: 0.5 });
  for (const outcome of ["fail", "error", "skip"] as const)
    expect(eventOf(verdict({ outcome, checks: [failed] }), undefined).kind).not.toBe("passed");
});

test("a failing verdict comes with its fingerprint", () => {
  expect(eventOf(verdict({ outcome: "fail", checks: [failed] }), 0.5)).toEqual({
    kind: "failed",
    fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/),
    dollars: 0.5,
  });
});

test("a verdict that is none says what was in the way (R004-8)", () => {
  expect(eventOf(verdict({ checks: [toolMissing] }), undefined)).toEqual({
    kind: "blocked",
    blocker: "check:toolMissing",
    dollars: undefined,
  });
  expect(eventOf(verdict({ outcome: "skip" }), undefined)).toEqual({ kind: "skipped", dollars: undefined });
});

describe("the blocker of a verdict", () => {
  test.each<[blocker: Blocker, title: string, part: Partial<Verdict>]>([
    ["gate:brokenConfig", "a broken configuration", { causes: [{ code: "brokenConfig", problems: ["x"] }] }],
    ["gate:malformedBlock", "a malformed block", { causes: [{ code: "malformedBlock", problems: [] }] }],
    ["gate:recordUnreadable", "a lost session", { causes: [{ code: "recordUnreadable", message: "locked" }] }],
    ["gate:changedWhileJudged", "files in motion", { causes: [{ code: "changedWhileJudged", paths: ["a"] }] }],
    ["grader:providerFailed", "a grader's provider", { causes: [notGraded("providerFailed")] }],
    [
      "check:needsApproval",
      "a permission",
      { checks: [broken({ code: "needsApproval", permission: "bash", pattern: "npm test" })] },
    ],
    ["gate:nothingJudged", "nothing that anybody could name", {}],
    [
      "check:toolMissing",
      "what no second try can change, before what it can",
      { causes: [{ code: "changedWhileJudged", paths: ["a"] }], checks: [toolMissing] },
    ],
    [
      "gate:stopped",
      "the stop, and not the work that was void already",
      { causes: [{ code: "stopped" }, { code: "criteriaUnmet", reasons: ["no"] }, notGraded("timedOut")] },
    ],
    [
      "gate:changedWhileJudged",
      "what voids a judgement, and not the judgement",
      {
        causes: [
          { code: "changedWhileJudged", paths: ["a"] },
          { code: "unreadableJudgement", fault: "empty" },
        ],
        checks: [failed],
      },
    ],
  ])("is %s: %s", (blocker, _, part) => {
    expect(blockerOf(verdict(part))).toBe(blocker);
  });
});
