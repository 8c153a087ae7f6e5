import { expect, test } from "vitest";
import { checkLayer } from "../../src/config/check-layer.ts";
import { defaults } from "../../src/config/defaults.ts";
import { options } from "../../src/config/options.ts";

test("the defaults are those that the reference promises (R002-65)", () => {
  expect(defaults.verify).toEqual({
    require: "whenDoDPresent",
    preflight: "refuse",
    preferDeterministic: true,
    requireExplicitDoD: false,
    graderPolicy: "atLeastProducerTier",
    graderTemperature: 0,
    delegateTimeoutMs: 600_000,
    graderTimeoutMs: 60_000,
    gateBudgetMs: 90_000,
    checkTimeoutMs: 120_000,
  });
  expect(defaults.verify).not.toHaveProperty("minGraderTier");
  expect(defaults.commands).toEqual({ allow: [], inlineEval: true });
  expect(defaults.escalate).toEqual({
    ladder: ["fast", "medium", "heavy"],
    maxAttemptsPerTier: 1,
    maxTotalAttempts: 4,
    costCeiling: { multiple: 30 },
  });
  expect(defaults.turn).toEqual({ enabled: true, fixCycles: 1 });
  expect({ ...defaults, verify: {}, commands: {} }).toMatchObject({ presets: {}, activePreset: "inherit" });
});

test("the defaults are a sound layer themselves", () => {
  expect(checkLayer(defaults, ["inherit"])).toEqual({ layer: defaults });
});

test("every option has a default or says what happens without it, never both", () => {
  const { verify, commands, escalate, integrity, turn, compat, ...others } = defaults;
  const { costCeiling, ...rest } = escalate;
  const sections = { verify, commands, integrity, turn, compat, escalate: rest, "escalate.costCeiling": costCeiling };
  const settings = [
    ...Object.entries(sections).flatMap(([section, values]) =>
      Object.keys(values).map((option) => `${section}.${option}`),
    ),
    ...Object.keys(others),
  ];
  const withDefault = options.filter(({ facts }) => facts.unset === undefined);
  expect(withDefault.map(({ name }) => name).sort()).toEqual(settings.sort());
});
