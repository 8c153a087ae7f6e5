import type { Cost } from "../../report/scorecard.ts";
import type { LadderState } from "./ladder-state.ts";

type Spender = Pick<LadderState, "plan" | "attempts" | "blocked">;

/** What the work has cost so far; undefined where nobody knows. */
export function costOf({ attempts, blocked }: Spender): Cost | undefined {
  const wasted = sum(blocked.map(({ dollars }) => dollars ?? 0));
  const dollars = all(attempts.map((attempt) => attempt.dollars));
  if (dollars !== undefined && sum(dollars) + wasted > 0) return { unit: "dollars", amount: sum(dollars) + wasted };
  const ratios = all(attempts.map(({ costRatio }) => costRatio));
  const first = ratios?.[0];
  return ratios === undefined || first === undefined
    ? undefined
    : { unit: "firstAttempts", amount: sum(ratios) / first };
}

/** What has to be exceeded to end the ladder, in the same unit; undefined where costs aren't known. */
export function ceilingOf(spender: Spender): Cost | undefined {
  const { plan, attempts } = spender;
  const first = attempts[0]?.dollars;
  switch (costOf(spender)?.unit) {
    case "dollars":
      return first === undefined ? undefined : { unit: "dollars", amount: plan.costMultiple * first };
    case "firstAttempts":
      return { unit: "firstAttempts", amount: plan.costMultiple };
    case undefined:
      return undefined;
  }
}

/** Whether another attempt may be made. What isn't known is no obstacle: the number of attempts is limited anyway. */
export function isWithinCeiling(spender: Spender): boolean {
  const [cost, ceiling] = [costOf(spender), ceilingOf(spender)];
  return cost === undefined || ceiling === undefined || cost.amount <= ceiling.amount;
}

/** Hosts report 0 where they know no prices. */
export function knownDollars(dollars: number | undefined): number | undefined {
  return dollars !== undefined && dollars > 0 && Number.isFinite(dollars) ? dollars : undefined;
}

function all(amounts: readonly (number | undefined)[]): number[] | undefined {
  const known = amounts.flatMap((amount) => amount ?? []);
  return known.length === amounts.length ? known : undefined;
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
