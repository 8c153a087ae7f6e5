import { describe, expect, test } from "vitest";
import type { Blocker } from "../../../src/wiring/delegate/blocker.ts";
import { advance } from "../../../src/wiring/delegate/ladder.ts";
import type { LadderEvent } from "../../../src/wiring/delegate/ladder-state.ts";
import { blocked, fail, graderDown, outage, pass, run, type Situation, start, timeout } from "./ladder-support.ts";

describe("the ladder", () => {
  test.each<[title: string, events: LadderEvent[], steps: string[], situation?: Situation]>([
    ["ends with the first pass (R002-49)", [pass], ["1 fast", "accepted"]],
    ["goes one tier up after a failure (R002-49)", [fail(), pass], ["1 fast", "2 medium", "accepted"]],
    [
      "tries the highest tier under default settings, and is unmet when that fails too (R002-49, R000-27)",
      [fail(), fail(), fail()],
      ["1 fast", "2 medium", "3 heavy", "unmet: ladderSpent"],
    ],
    ["counts a producer that timed out as a failed attempt", [timeout, pass], ["1 fast", "2 medium", "accepted"]],
    [
      "makes two attempts where there is one rung (R000-25)",
      [fail(), fail()],
      ["1 fast", "2 fast", "unmet: ladderSpent"],
      { preset: undefined },
    ],
    [
      "makes two attempts on the highest tier, where the caller asks for it",
      [timeout, fail()],
      ["1 heavy", "2 heavy", "unmet: ladderSpent"],
      { requested: "heavy" },
    ],
    [
      "makes as many attempts on one tier as it is told to",
      [fail(), fail(), fail(), pass],
      ["1 fast", "2 fast", "3 medium", "4 medium", "accepted"],
      { escalate: { maxAttemptsPerTier: 2 } },
    ],
    [
      "makes no more attempts than it is told to (R003-10)",
      [fail(), fail(), fail(), fail()],
      ["1 fast", "2 fast", "3 medium", "4 medium", "unmet: attemptsSpent"],
      { escalate: { maxAttemptsPerTier: 2 } },
    ],
    [
      "makes a single attempt, where it is told to (R003-11)",
      [fail()],
      ["1 fast", "unmet: attemptsSpent"],
      { escalate: { maxTotalAttempts: 1 } },
    ],
    [
      "ends without a verdict where nothing asked for one, and that is no acceptance",
      [{ kind: "skipped", dollars: 1 }],
      ["1 fast", "skipped"],
    ],
    [
      "never goes below the floor",
      [fail(), fail()],
      ["1 medium", "2 heavy", "unmet: ladderSpent"],
      { escalate: { floorTier: "medium" }, requested: "fast" },
    ],
  ])("%s", (_, events, steps, situation) => {
    expect(run(events, situation).steps).toEqual(steps);
  });

  test("stands still after its end, whatever is reported late", () => {
    const { state } = run([fail(), blocked("check:denied")]);
    for (const late of [pass, fail(), outage, timeout]) expect(advance(state, late)).toBe(state);
  });
});

describe("the same failure twice from the same tier", () => {
  const often = { escalate: { maxAttemptsPerTier: 5, maxTotalAttempts: 10 } };

  test.each<[title: string, events: LadderEvent[], steps: string[], situation?: Situation]>([
    [
      "goes up rather than repeat",
      [fail("a"), fail("a"), fail("a"), fail("a"), pass],
      ["1 fast", "2 fast", "3 medium", "4 medium", "5 heavy", "accepted"],
      often,
    ],
    ["need not come in a row", [fail("a"), fail("b"), fail("a")], ["1 fast", "2 fast", "3 fast", "4 medium"], often],
    [
      "is none where the tiers differ",
      [fail("a"), fail("b"), fail("b")],
      ["1 fast", "2 fast", "3 medium", "4 medium"],
      { escalate: { maxAttemptsPerTier: 2 } },
    ],
    ["may be running into the ceiling twice", [timeout, timeout], ["1 fast", "2 fast", "3 medium"], often],
    [
      "ends the ladder where there is no higher tier",
      [fail("a"), fail("a")],
      ["1 heavy", "2 heavy", "unmet: sameFailure"],
      { ...often, requested: "heavy" },
    ],
  ])("%s", (_, events, steps, situation) => {
    expect(run(events, situation).steps).toEqual(steps);
  });
});

describe("what could not be judged", () => {
  test.each<[title: string, events: LadderEvent[], steps: string[]]>([
    ["burns no attempt: the work is done again, once (R004-10)", [outage, pass], ["1 fast", "1 fast", "accepted"]],
    [
      "is judged again where the work is done, without a new producer (R004-10)",
      [graderDown, pass],
      ["1 fast", "1 fast again", "accepted"],
    ],
    [
      "leaves the attempts that count alone (R004-10)",
      [fail(), outage, fail(), graderDown, fail()],
      ["1 fast", "2 medium", "2 medium", "3 heavy", "3 heavy again", "unmet: ladderSpent"],
    ],
    [
      "twice in a row ends as needs_review, and the next tier is not tried",
      [outage, graderDown],
      ["1 fast", "1 fast", "needs_review: blockedTwice grader:timedOut"],
    ],
    [
      "is not tried again for the same blocker, in a row (R004-9)",
      [outage, outage],
      ["1 fast", "1 fast", "needs_review: sameBlocker producer:providerFailed"],
    ],
    [
      "is not tried again for the same blocker, in a later attempt (R004-9)",
      [outage, fail(), outage],
      ["1 fast", "1 fast", "2 medium", "needs_review: sameBlocker producer:providerFailed"],
    ],
    [
      "ends at once where only the user can help, also after failures (R003-7)",
      [fail(), blocked("check:toolMissing")],
      ["1 fast", "2 medium", "needs_review: needsUser check:toolMissing"],
    ],
    [
      "ends at once also while it is judged again",
      [graderDown, blocked("check:denied")],
      ["1 fast", "1 fast again", "needs_review: needsUser check:denied"],
    ],
  ])("%s", (_, events, steps) => {
    expect(run(events).steps).toEqual(steps);
  });

  test.each<Blocker>([
    "producer:providerRefused",
    "producer:quotaExhausted",
    "producer:permissionRefused",
    "producer:stopped",
    "gate:brokenConfig",
    "gate:malformedBlock",
    "gate:stopped",
    "check:toolMissing",
    "check:needsApproval",
    "check:refused",
  ])("%s is never tried again (R004-9)", (blocker) => {
    expect(run([blocked(blocker)]).steps).toEqual(["1 fast", `needs_review: needsUser ${blocker}`]);
  });
});

test("a step tells the number of its attempt and how many there are at most", () => {
  expect(start().next).toEqual({ kind: "attempt", tier: "fast", number: 1, most: 3 });
  expect(run([fail(), graderDown]).state.next).toEqual({ kind: "judgeAgain", tier: "medium", number: 2, most: 3 });
});
