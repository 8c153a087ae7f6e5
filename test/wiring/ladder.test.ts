import { describe, expect, test } from "vitest";
import type { EscalateConfig, Preset } from "../../src/config/config.ts";
import { defaults } from "../../src/config/defaults.ts";
import { shippedPresets } from "../../src/config/shipped-presets.ts";
import type { Tier } from "../../src/grader/tiers.ts";
import type { Blocker } from "../../src/wiring/blocker.ts";
import { advance, startLadder } from "../../src/wiring/ladder.ts";
import { planLadder } from "../../src/wiring/ladder-plan.ts";
import { scoreOf } from "../../src/wiring/ladder-score.ts";
import type { LadderEvent, LadderState } from "../../src/wiring/ladder-state.ts";

const preset: Preset = {
  fast: { model: "a/fast", costRatio: 1 },
  medium: { model: "a/medium", costRatio: 2 },
  heavy: { model: "a/heavy", costRatio: 4 },
};

interface Situation {
  readonly escalate?: Partial<EscalateConfig>;
  readonly preset?: Preset | undefined;
  readonly requested?: Tier;
}

function start({ escalate = {}, requested, ...given }: Situation = {}): LadderState {
  const inForce = "preset" in given ? given.preset : preset;
  return startLadder(planLadder({ escalate: { ...defaults.escalate, ...escalate }, preset: inForce, requested }));
}

let failures = 0;

/** A failure like none before, unless it is named. */
function fail(fingerprint = `failure ${failures++}`, dollars?: number): LadderEvent {
  return { kind: "failed", fingerprint, dollars };
}

const pass: LadderEvent = { kind: "passed", dollars: undefined };
const timeout: LadderEvent = { kind: "producerTimedOut", dollars: undefined };

function blocked(blocker: Blocker, dollars?: number): LadderEvent {
  return { kind: "blocked", blocker, dollars };
}

const outage = blocked("producer:providerFailed");
const graderDown = blocked("grader:timedOut");

/** What was asked for, step by step, and the state at the end. */
function run(events: readonly LadderEvent[], situation?: Situation) {
  let state = start(situation);
  const steps = [describeStep(state)];
  for (const event of events) {
    state = advance(state, event);
    steps.push(describeStep(state));
  }
  return { steps, state };
}

function describeStep({ next }: LadderState): string {
  switch (next.kind) {
    case "attempt":
      return `${next.number} ${next.tier}`;
    case "judgeAgain":
      return `${next.number} ${next.tier} again`;
    case "end": {
      if (next.status === "unmet") return `unmet: ${next.because.code}`;
      return next.status === "needs_review" ? `needs_review: ${next.because} ${next.blocker}` : next.status;
    }
  }
}

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

describe("the cost ceiling", () => {
  const ceiling = (multiple: number) => ({ escalate: { costCeiling: { multiple } } });

  test.each(Object.entries(shippedPresets))(
    "leaves room for the highest tier of the shipped preset %s under default settings",
    (_, shipped) => {
      const { steps } = run([fail(), fail(), fail()], { preset: shipped });
      expect(steps).toEqual(["1 fast", "2 medium", "3 heavy", "unmet: ladderSpent"]);
    },
  );

  test.each<[title: string, events: LadderEvent[], steps: string[], situation: Situation]>([
    [
      "is reached by exceeding it: as much is still within",
      [fail("a"), fail("b")],
      ["1 fast", "2 medium", "3 heavy"],
      ceiling(3),
    ],
    [
      "counts the tiers' ratios where the host tells no dollars",
      [fail("a"), fail("b")],
      ["1 fast", "2 medium", "unmet: ceilingReached"],
      ceiling(2.9),
    ],
    [
      "counts dollars where the host tells them",
      [fail("a", 0.01), fail("b", 0.31)],
      ["1 fast", "2 medium", "unmet: ceilingReached"],
      {},
    ],
    [
      "is measured by the first attempt's dollars",
      [fail("a", 0.01), fail("b", 0.29)],
      ["1 fast", "2 medium", "3 heavy"],
      {},
    ],
    [
      "counts ratios where the dollars of one attempt are missing",
      [fail("a", 0.01), fail("b")],
      ["1 fast", "2 medium", "3 heavy"],
      ceiling(3),
    ],
    [
      "takes a price of 0 for one that isn't known",
      [fail("a", 0), fail("b", 0)],
      ["1 fast", "2 medium", "unmet: ceilingReached"],
      ceiling(2),
    ],
    [
      "takes no nonsense for a price",
      [fail("a", Number.NaN), fail("b", -5)],
      ["1 fast", "2 medium", "unmet: ceilingReached"],
      ceiling(2),
    ],
    [
      "counts what was spent on tries that could not be judged",
      [fail("a", 0.01), blocked("producer:hostFailed", 0.2), fail("b", 0.1)],
      ["1 fast", "2 medium", "2 medium", "unmet: ceilingReached"],
      {},
    ],
    [
      "counts work once that was judged twice",
      [fail("a", 0.01), blocked("grader:noAnswer", 0.2), fail("b", 0.21)],
      ["1 fast", "2 medium", "2 medium again", "3 heavy"],
      {},
    ],
    [
      "also keeps a blocked try from being repeated",
      [fail("a", 0.01), blocked("producer:hostFailed", 0.5)],
      ["1 fast", "2 medium", "needs_review: ceilingReached producer:hostFailed"],
      {},
    ],
    [
      "can't be reached where no cost is known; the attempts are limited all the same",
      [fail("a"), fail("b"), fail("c")],
      ["1 fast", "2 medium", "3 heavy", "unmet: ladderSpent"],
      { ...ceiling(1), preset: { ...preset, fast: { model: "a/fast" } } },
    ],
  ])("%s", (_, events, steps, situation) => {
    expect(run(events, situation).steps).toEqual(steps);
  });

  test("is told with what was spent", () => {
    expect(run([fail("a"), fail("b")], ceiling(2)).state.next).toEqual({
      kind: "end",
      status: "unmet",
      because: {
        code: "ceilingReached",
        cost: { unit: "firstAttempts", amount: 3 },
        ceiling: { unit: "firstAttempts", amount: 2 },
      },
    });
    expect(run([fail("a", 1), fail("b", 2)], ceiling(2)).state.next).toMatchObject({
      because: { cost: { unit: "dollars", amount: 3 }, ceiling: { unit: "dollars", amount: 2 } },
    });
  });
});

test("a step tells the number of its attempt and how many there are at most", () => {
  expect(start().next).toEqual({ kind: "attempt", tier: "fast", number: 1, most: 3 });
  expect(run([fail(), graderDown]).state.next).toEqual({ kind: "judgeAgain", tier: "medium", number: 2, most: 3 });
});

describe("the scorecard of a ladder", () => {
  function score(events: readonly LadderEvent[], situation?: Situation) {
    const { state } = run(events, situation);
    if (state.next.kind !== "end") throw new Error("the ladder has not come to its end");
    return scoreOf(state, state.next, "deterministic");
  }

  test.each<[title: string, events: LadderEvent[], card: object, situation?: Situation]>([
    [
      "tells of a pass at once",
      [{ ...pass, dollars: 0.5 }],
      {
        status: "accepted",
        tier: "fast",
        attempts: 1,
        escalations: 0,
        blocked: 0,
        cost: { unit: "dollars", amount: 0.5 },
      },
    ],
    [
      "tells of every escalation",
      [fail(), fail(), fail()],
      { status: "unmet", tier: "heavy", attempts: 3, escalations: 2, cost: { unit: "firstAttempts", amount: 7 } },
    ],
    [
      "adds up dollars, those of blocked tries too",
      [blocked("producer:hostFailed", 0.25), fail("a", 0.5), { ...pass, dollars: 1 }],
      {
        status: "accepted",
        tier: "medium",
        attempts: 2,
        escalations: 1,
        blocked: 1,
        cost: { unit: "dollars", amount: 1.75 },
      },
    ],
    [
      "counts what was blocked apart from the attempts",
      [fail(), outage, graderDown],
      {
        status: "needs_review",
        tier: "medium",
        attempts: 1,
        escalations: 1,
        blocked: 2,
        cost: { unit: "firstAttempts", amount: 1 },
      },
    ],
    [
      "knows no cost of work that never came about",
      [blocked("producer:providerRefused")],
      { status: "needs_review", tier: "fast", attempts: 0, escalations: 0, blocked: 1, cost: undefined },
    ],
    [
      "names no tier where every tier is the caller's own model",
      [fail(), pass],
      { status: "accepted", tier: undefined, attempts: 2, escalations: 0, cost: { unit: "firstAttempts", amount: 2 } },
      { preset: undefined },
    ],
  ])("%s", (_, events, card, situation) => {
    expect(score(events, situation)).toMatchObject({ method: "deterministic", ...card });
  });
});
