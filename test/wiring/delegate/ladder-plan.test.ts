import { describe, expect, test } from "vitest";
import type { EscalateConfig, Preset } from "../../../src/config/config.ts";
import { defaults } from "../../../src/config/defaults.ts";
import type { Tier } from "../../../src/grader/tiers.ts";
import { mostAttempts, planLadder } from "../../../src/wiring/delegate/ladder-plan.ts";

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

function plan({ escalate = {}, requested, ...given }: Situation) {
  const inForce = "preset" in given ? given.preset : preset;
  return planLadder({ escalate: { ...defaults.escalate, ...escalate }, preset: inForce, requested });
}

function tiersOf(situation: Situation): Tier[] {
  return plan(situation).rungs.map(({ tier }) => tier);
}

describe("attempts begin", () => {
  test.each<[title: string, situation: Situation, tiers: Tier[]]>([
    ["at the ladder's beginning", {}, ["fast", "medium", "heavy"]],
    ["at the tier that the caller asks for", { requested: "medium" }, ["medium", "heavy"]],
    ["at the highest tier, where the caller asks for that", { requested: "heavy" }, ["heavy"]],
    [
      "at the asked tier, also where the ladder passes it over",
      { escalate: { ladder: ["fast", "heavy"] }, requested: "medium" },
      ["medium", "heavy"],
    ],
    [
      "at the asked tier, also where the ladder ends below it",
      { escalate: { ladder: ["fast"] }, requested: "heavy" },
      ["heavy"],
    ],
    [
      "at the asked tier, also where the ladder begins above it",
      { escalate: { ladder: ["medium", "heavy"] }, requested: "fast" },
      ["fast", "medium", "heavy"],
    ],
    ["at the floor", { escalate: { floorTier: "medium" } }, ["medium", "heavy"]],
    [
      "at the floor, whatever lower tier the caller asks for",
      { escalate: { floorTier: "medium" }, requested: "fast" },
      ["medium", "heavy"],
    ],
    [
      "above the floor, where the caller asks for that",
      { escalate: { floorTier: "medium" }, requested: "heavy" },
      ["heavy"],
    ],
    ["at a floor that the ladder ends below", { escalate: { ladder: ["fast"], floorTier: "heavy" } }, ["heavy"]],
    [
      "at the first of the ladder's tiers that reaches the floor",
      { escalate: { ladder: ["fast", "heavy"], floorTier: "medium" } },
      ["heavy"],
    ],
  ])("%s", (_, situation, tiers) => {
    expect(tiersOf(situation)).toEqual(tiers);
  });
});

describe("a tier is a rung only where it is another model than the one before", () => {
  const same = { model: "a/same" };

  test("under inherit every tier is the caller's own model: one rung, with two attempts", () => {
    const inherited = plan({ preset: undefined });
    expect(inherited.rungs).toEqual([{ tier: "fast", costRatio: 1 }]);
    expect(inherited).toMatchObject({ attemptsPerRung: 2, isInherited: true });
    expect(mostAttempts(inherited)).toBe(2);
    expect(tiersOf({ preset: undefined, requested: "heavy" })).toEqual(["heavy"]);
    expect(tiersOf({ preset: undefined, escalate: { floorTier: "medium" } })).toEqual(["medium"]);
  });

  test.each<[title: string, preset: Preset, tiers: Tier[]]>([
    ["all alike", { fast: same, medium: same, heavy: same }, ["fast"]],
    ["the lower two alike", { fast: same, medium: same, heavy: { model: "a/other" } }, ["fast", "heavy"]],
    ["the upper two alike", { fast: { model: "a/other" }, medium: same, heavy: same }, ["fast", "medium"]],
    [
      "the same model in another variant",
      { fast: same, medium: { ...same, variant: "high" }, heavy: same },
      ["fast", "medium", "heavy"],
    ],
    ["no variant and an empty one", { fast: same, medium: { ...same, variant: "" }, heavy: same }, ["fast"]],
  ])("%s", (_, models, tiers) => {
    expect(tiersOf({ preset: models })).toEqual(tiers);
  });
});

describe("the number of attempts", () => {
  test.each<[title: string, situation: Situation, perRung: number, most: number]>([
    ["is one a tier by default, so three", {}, 1, 3],
    ["is two where there is one rung (R000-25)", { requested: "heavy" }, 2, 2],
    [
      "is more on one rung where the configuration says so",
      { requested: "heavy", escalate: { maxAttemptsPerTier: 3 } },
      3,
      3,
    ],
    ["never exceeds maxTotalAttempts", { escalate: { maxAttemptsPerTier: 3 } }, 3, 4],
    [
      "never exceeds maxTotalAttempts on one rung either",
      { requested: "heavy", escalate: { maxTotalAttempts: 1 } },
      2,
      1,
    ],
  ])("%s", (_, situation, perRung, most) => {
    const planned = plan(situation);
    expect({ perRung: planned.attemptsPerRung, most: mostAttempts(planned) }).toEqual({ perRung, most });
  });
});

describe("cost ratios", () => {
  test("are those of the preset", () => {
    expect(plan({}).rungs.map(({ costRatio }) => costRatio)).toEqual([1, 2, 4]);
  });

  test("count only where all rungs have one", () => {
    const partly = { ...preset, medium: { model: "a/medium" } };
    expect(plan({ preset: partly }).rungs.map(({ costRatio }) => costRatio)).toEqual([undefined, undefined, undefined]);
    expect(
      plan({ preset: partly, escalate: { ladder: ["fast", "heavy"] } }).rungs.map(({ costRatio }) => costRatio),
    ).toEqual([1, 4]);
  });

  test("need not be known of a single rung, which costs what it costs", () => {
    expect(plan({ preset: { ...preset, heavy: { model: "a/heavy" } }, requested: "heavy" }).rungs).toEqual([
      { tier: "heavy", costRatio: 1 },
    ]);
  });
});
