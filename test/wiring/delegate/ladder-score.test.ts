import { describe, expect, test } from "vitest";
import { scoreOf } from "../../../src/wiring/delegate/ladder-score.ts";
import type { LadderEvent } from "../../../src/wiring/delegate/ladder-state.ts";
import { blocked, fail, graderDown, outage, pass, run, type Situation } from "./ladder-support.ts";

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
