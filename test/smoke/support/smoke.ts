import { expect, test } from "vitest";
import { chooseModel } from "./model-choice.ts";
import { describeOutcome } from "./outcome.ts";
import { runScenario, type Scenario } from "./run-scenario.ts";

/** One live test. Without a credential it is skipped, and says so. */
export function smoke(title: string, scenario: Scenario): void {
  const choice = chooseModel(process.env);
  if (choice.kind === "skip") console.log(choice.notice);
  test.skipIf(choice.kind === "skip")(title, async () => {
    if (choice.kind !== "run") throw new Error(choice.kind === "unusable" ? choice.because : choice.notice);
    expect(describeOutcome(await runScenario(scenario, choice, process.env))).toBe("passed");
  });
}
