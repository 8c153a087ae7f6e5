import { describe, expect, test } from "vitest";
import { shippedPresets } from "../../../src/config/shipped-presets.ts";
import type { LadderEvent } from "../../../src/wiring/delegate/ladder-state.ts";
import { blocked, fail, preset, run, type Situation } from "./ladder-support.ts";

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
