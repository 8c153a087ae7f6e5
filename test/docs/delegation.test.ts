import { describe, expect, test } from "vitest";
import { defaults } from "../../src/config/defaults.ts";
import { renderScorecard } from "../../src/report/scorecard.ts";
import { argumentSchemas, requiredArguments } from "../../src/wiring/delegate/delegate-arguments.ts";
import { advance, startLadder } from "../../src/wiring/delegate/ladder.ts";
import { costOf } from "../../src/wiring/delegate/ladder-cost.ts";
import { planLadder } from "../../src/wiring/delegate/ladder-plan.ts";
import type { LadderState } from "../../src/wiring/delegate/ladder-state.ts";
import { codeIn, readPage, rowsUnder } from "./page.ts";

const page = readPage("docs/delegation.md");
const readme = readPage("README.md");

describe("docs/delegation.md", () => {
  test("names every argument and no other", () => {
    const names = rowsUnder("argument", page).map(([name = ""]) => codeIn(name)[0]);
    expect(names.toSorted()).toEqual(Object.keys(argumentSchemas).toSorted());
    expect(page).toContain(`Only \`${requiredArguments.join("`, `")}\` is required.`);
  });

  test("names every status (R003-8)", () => {
    const names = rowsUnder("status", page).map(([name = ""]) => codeIn(name)[0]);
    expect(names).toEqual(["accepted", "unmet", "needs_review", "skipped"]);
  });

  const ratios = rowsUnder("attempt", page).map(([, tier = "", costs = ""]) => [codeIn(tier)[0], Number(costs)]);
  const cost = Object.fromEntries(ratios);
  const tier = (name: string) => ({ model: `provider/${name}`, costRatio: cost[name] });
  const preset = { fast: tier("fast"), medium: tier("medium"), heavy: tier("heavy") };

  function failing(multiple: number): LadderState[] {
    const escalate = { ...defaults.escalate, costCeiling: { multiple } };
    const states = [startLadder(planLadder({ escalate, preset, requested: undefined }))];
    for (let state = states[0]; state !== undefined && state.next.kind !== "end"; state = states.at(-1)) {
      states.push(advance(state, { kind: "failed", fingerprint: String(states.length), dollars: undefined }));
    }
    return states.slice(1);
  }

  test("its worked example costs what the ladder says it costs", () => {
    const states = failing(defaults.escalate.costCeiling.multiple);
    const rows = rowsUnder("attempt", page);
    expect(states).toHaveLength(rows.length);
    const facts = states.map((state) => [state.attempts.at(-1)?.tier, costOf(state)?.amount]);
    expect(facts).toEqual(rows.map(([, tier = "", , sum]) => [codeIn(tier)[0], Number(sum)]));
    expect(states.at(-1)?.next).toMatchObject({ status: "unmet", because: { code: "ladderSpent" } });
  });

  test("its lower ceiling leaves the third attempt out", () => {
    expect(page).toContain("`escalate.costCeiling.multiple: 5` the third attempt would not be made");
    const states = failing(5);
    expect(states).toHaveLength(2);
    expect(states.at(-1)?.next).toMatchObject({ because: { code: "ceilingReached" } });
  });

  test("its scorecard is one that the plugin writes, and so is the README's", () => {
    const card = renderScorecard({
      status: "accepted",
      method: "deterministic",
      tier: "medium",
      attempts: 2,
      blocked: 0,
      escalations: 1,
      cost: { unit: "firstAttempts", amount: 6 },
    });
    expect(page).toContain(`\n${card}\n`);
    expect(readme).toContain(`\n${card}\n`);
  });
});
