import type { Scenario } from "../../support/scenario.ts";
import { SCENARIOS_OF_COPIES } from "./copies.ts";
import { SCENARIOS_OF_FORGERY } from "./forgery.ts";
import { SCENARIOS_OF_STATES } from "./states.ts";

export const SCENARIOS_OF_REPOSITORIES: readonly Scenario[] = [
  ...SCENARIOS_OF_STATES,
  ...SCENARIOS_OF_COPIES,
  ...SCENARIOS_OF_FORGERY,
];
