import type { EscalateConfig, Preset } from "../../config/config.ts";
import { higher, type Tier } from "../../grader/tiers.ts";

/** Where attempts are made: one tier, on a model that the next rung has not. */
export interface Rung {
  readonly tier: Tier;
  /** What a token costs here, relative to the other rungs; undefined where that isn't known of all of them. */
  readonly costRatio: number | undefined;
}

/** What one delegation may do. */
export interface LadderPlan {
  /** The lowest first; at least one. */
  readonly rungs: readonly [Rung, ...Rung[]];
  readonly attemptsPerRung: number;
  readonly maxTotalAttempts: number;
  /** How many times the first attempt's cost all of them may have reached for another one to be made. */
  readonly costMultiple: number;
  /** Whether every tier is the caller's own model, so that the rung's tier says nothing. */
  readonly isInherited: boolean;
}

export interface LadderRequest {
  readonly escalate: EscalateConfig;
  /** Undefined under `inherit`, where every tier is the same model. */
  readonly preset: Preset | undefined;
  /** The tier that the caller asks for. */
  readonly requested: Tier | undefined;
}

/** One rung alone would end with its first attempt, which nobody who delegates to be retried wants. */
const leastOnOneRung = 2;

export function planLadder({ escalate, preset, requested }: LadderRequest): LadderPlan {
  const rungs = rungsOf(tiersFrom(escalate, requested), preset);
  const { maxAttemptsPerTier, maxTotalAttempts, costCeiling } = escalate;
  return {
    rungs,
    attemptsPerRung: rungs.length === 1 ? Math.max(leastOnOneRung, maxAttemptsPerTier) : maxAttemptsPerTier,
    maxTotalAttempts,
    costMultiple: costCeiling.multiple,
    isInherited: preset === undefined,
  };
}

/** How many attempts there are at most, whatever happens. */
export function mostAttempts({ rungs, attemptsPerRung, maxTotalAttempts }: LadderPlan): number {
  return Math.min(maxTotalAttempts, rungs.length * attemptsPerRung);
}

type Tiers = readonly [Tier, ...Tier[]];

/** Begins where the caller asks, else with the ladder; never below the floor. */
function tiersFrom({ ladder, floorTier }: EscalateConfig, requested: Tier | undefined): Tiers {
  const allowed = ladder.filter((tier) => floorTier === undefined || reaches(tier, floorTier));
  if (requested !== undefined && (floorTier === undefined || reaches(requested, floorTier)))
    return [requested, ...ladder.filter((tier) => tier !== requested && reaches(tier, requested))];
  const [first, ...rest] = allowed;
  return [first ?? floorTier ?? "fast", ...rest];
}

function reaches(tier: Tier, other: Tier): boolean {
  return higher(tier, other) === tier;
}

/** A tier on the model of the one before it is no step up, and so no rung of its own. */
function rungsOf([first, ...others]: Tiers, preset: Preset | undefined): LadderPlan["rungs"] {
  if (preset === undefined) return [{ tier: first, costRatio: 1 }];
  const steps = others.filter((tier, index) => !isSameModel(tier, others[index - 1] ?? first, preset));
  if (steps.length === 0) return [{ tier: first, costRatio: 1 }];
  const areKnown = [first, ...steps].every((tier) => preset[tier].costRatio !== undefined);
  const rungOf = (tier: Tier): Rung => ({ tier, costRatio: areKnown ? preset[tier].costRatio : undefined });
  return [rungOf(first), ...steps.map(rungOf)];
}

function isSameModel(one: Tier, other: Tier, preset: Preset): boolean {
  const [a, b] = [preset[one], preset[other]];
  return a.model === b.model && (a.variant ?? "") === (b.variant ?? "");
}
