import { describe, expect, test } from "vitest";
import type { Preset } from "../../src/config/config.ts";
import { graderTier, higher, modelFor, order, type Tier, tierOf } from "../../src/grader/tiers.ts";

const preset: Preset = {
  fast: { model: "a/small", costRatio: 1 },
  medium: { model: "b/team/middle", variant: "" },
  heavy: { model: "a/big", variant: "high" },
};
/** Two tiers differ in nothing but the variant. */
const shared: Preset = { ...preset, medium: { model: "a/big" } };

const small = { providerID: "a", modelID: "small" };
const middle = { providerID: "b", modelID: "team/middle" };
const big = { providerID: "a", modelID: "big" };
const foreign = { providerID: "c", modelID: "small" };
const all = new Set(order);

test("the order goes up, and holds every tier once", () => {
  expect(order).toEqual(["fast", "medium", "heavy"]);
});

test.each<[Tier, Tier, Tier]>([
  ["fast", "fast", "fast"],
  ["fast", "medium", "medium"],
  ["fast", "heavy", "heavy"],
  ["medium", "medium", "medium"],
  ["medium", "heavy", "heavy"],
  ["heavy", "heavy", "heavy"],
])("of %s and %s, in either order, the higher is %s", (a, b, expected) => {
  expect([higher(a, b), higher(b, a)]).toEqual([expected, expected]);
});

describe("the tier of a producer", () => {
  test.each<[agent: string | undefined, model: typeof small | undefined, expected: Tier | undefined]>([
    ["fast", undefined, "fast"],
    ["medium", undefined, "medium"],
    ["heavy", undefined, "heavy"],
    ["fast", small, "fast"],
    ["medium", middle, "medium"],
    ["build", small, "fast"],
    ["build", middle, "medium"],
    [undefined, big, "heavy"],
    ["build", foreign, undefined],
    ["build", undefined, undefined],
    [undefined, undefined, undefined],
    ["Fast", undefined, undefined],
    ["toString", undefined, undefined],
  ])("agent %s on model %o: %s", (agent, model, expected) => {
    expect(tierOf({ agent, model }, preset, all)).toBe(expected);
  });

  test.each<[agent: Tier, model: typeof small, expected: Tier | undefined]>([
    ["fast", big, "heavy"],
    ["heavy", small, "fast"],
    ["fast", foreign, undefined],
  ])("is that of the model which did the work, where agent %s ran on %o: %s (R002-1)", (agent, model, expected) => {
    expect(tierOf({ agent, model }, preset, all)).toBe(expected);
  });

  test("does not follow from the name of a user's own agent", () => {
    const registered = new Set<Tier>(["medium", "heavy"]);
    expect(tierOf({ agent: "fast", model: undefined }, preset, registered)).toBeUndefined();
    expect(tierOf({ agent: "fast", model: big }, preset, registered)).toBe("heavy");
    expect(tierOf({ agent: "medium", model: undefined }, preset, registered)).toBe("medium");
  });

  test("is the highest of those that share its model, unless its agent tells", () => {
    expect(tierOf({ agent: "build", model: big }, shared, all)).toBe("heavy");
    expect(tierOf({ agent: "medium", model: big }, shared, all)).toBe("medium");
    expect(tierOf({ agent: "fast", model: big }, shared, all)).toBe("heavy");
  });

  test("is unknown without a preset", () => {
    expect(tierOf({ agent: "fast", model: small }, undefined, all)).toBeUndefined();
  });
});

describe("the tier that grades", () => {
  test.each<[producer: Tier | undefined, min: Tier | undefined, expected: Tier]>([
    ["fast", undefined, "fast"],
    ["fast", "fast", "fast"],
    ["fast", "medium", "medium"],
    ["fast", "heavy", "heavy"],
    ["medium", undefined, "medium"],
    ["medium", "fast", "medium"],
    ["medium", "medium", "medium"],
    ["medium", "heavy", "heavy"],
    ["heavy", undefined, "heavy"],
    ["heavy", "fast", "heavy"],
    ["heavy", "medium", "heavy"],
    ["heavy", "heavy", "heavy"],
    [undefined, undefined, "heavy"],
    [undefined, "fast", "heavy"],
    [undefined, "medium", "heavy"],
    [undefined, "heavy", "heavy"],
  ])("for a producer of tier %s with minGraderTier %s is %s (R002-1, R002-43)", (producer, min, expected) => {
    const demand = { producer, ...(min === undefined ? {} : { minGraderTier: min }) };
    expect(graderTier({ ...demand, graderPolicy: "atLeastProducerTier" })).toBe(expected);
    expect(graderTier({ ...demand, graderPolicy: "highestTier" })).toBe("heavy");
  });
});

describe("the model of a tier", () => {
  test.each<[tier: Tier, model: ReturnType<typeof modelFor>]>([
    ["fast", small],
    ["medium", middle],
    ["heavy", { ...big, variant: "high" }],
  ])("%s is %o", (tier, model) => {
    expect(modelFor(tier, preset)).toEqual(model);
  });

  test.each(order)("%s is the caller's own without a preset", (tier) => {
    expect(modelFor(tier, undefined)).toBeUndefined();
  });

  test.each(["", "opus", "/opus", "a/"])("is unknown where a preset that nobody checked says %j", (model) => {
    expect(modelFor("fast", { ...preset, fast: { model } })).toBeUndefined();
  });
});
