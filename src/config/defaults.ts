import type { Config } from "./config.ts";

export const defaults: Config = {
  verify: {
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
  },
  commands: {
    allow: [],
    inlineEval: true,
  },
  escalate: {
    ladder: ["fast", "medium", "heavy"],
    maxAttemptsPerTier: 1,
    maxTotalAttempts: 4,
    costCeiling: { multiple: 30 },
  },
  integrity: { oracles: [] },
  projectChecks: [],
  requireProjectChecks: false,
  compat: { verifyCommand: "off" },
  turn: {
    enabled: true,
    fixCycles: 1,
  },
  presets: {},
  activePreset: "inherit",
};
