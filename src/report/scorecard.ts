import type { Method } from "../gate/verdict.ts";
import type { Tier } from "../grader/tiers.ts";

/** What work has cost: dollars where the host told them of every attempt, else how many times the first attempt. */
export type Cost =
  | { readonly unit: "dollars"; readonly amount: number }
  | { readonly unit: "firstAttempts"; readonly amount: number };

/** How a delegation went, in all of its attempts. */
export interface Scorecard {
  readonly status: "accepted" | "unmet" | "needs_review" | "skipped";
  /** Of the last verdict. */
  readonly method: Method;
  /** Of the last try; undefined where every tier is the caller's own model. */
  readonly tier: Tier | undefined;
  /** Those that count. */
  readonly attempts: number;
  /** Tries that could not be judged. */
  readonly blocked: number;
  /** How often the work went to a higher tier. */
  readonly escalations: number;
  /** Undefined where nobody knows. */
  readonly cost: Cost | undefined;
}

/** One line: `[dod-gate scorecard] accepted: deterministic · final tier medium · 2 attempts · 1 escalation · cost $0.0421`. */
export function renderScorecard(card: Scorecard): string {
  const { status, method, tier, attempts, blocked, escalations, cost } = card;
  const parts = [
    method === "none" ? status : `${status}: ${method}`,
    tier === undefined ? "the caller's own model" : `final tier ${tier}`,
    count(attempts, "attempt"),
    ...(blocked === 0 ? [] : [`${blocked} not judged`]),
    count(escalations, "escalation"),
    cost === undefined ? "cost unknown" : `cost ${describeCost(cost)}`,
  ];
  return `[dod-gate scorecard] ${parts.join(" · ")}`;
}

function describeCost({ unit, amount }: Cost): string {
  switch (unit) {
    case "dollars":
      return describeDollars(amount);
    case "firstAttempts":
      return `${Number(amount.toPrecision(3))} × the first attempt's`;
  }
}

function describeDollars(amount: number): string {
  if (amount < 0.0001) return "below $0.0001";
  return `$${amount.toFixed(amount < 1 ? 4 : 2)}`;
}

function count(number: number, one: string): string {
  return `${number} ${number === 1 ? one : `${one}s`}`;
}
