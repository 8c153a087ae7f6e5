import type { Tier } from "../grader/tiers.ts";
import { type Blocker, remedies } from "./blocker.ts";
import { type Cost, ceilingOf, costOf, isWithinCeiling, knownDollars } from "./ladder-cost.ts";
import { type LadderPlan, mostAttempts, type Rung } from "./ladder-plan.ts";

/** What became of the step that `next` had asked for. */
export type LadderEvent = {
  /** Dollars that the sessions of this attempt have cost by now, judged again or not; undefined where nobody tells. */
  readonly dollars: number | undefined;
} & (
  | { readonly kind: "passed" }
  /** Judged and not good enough. Equal failures have equal fingerprints. */
  | { readonly kind: "failed"; readonly fingerprint: string }
  /** The producer ran into its ceiling. */
  | { readonly kind: "producerTimedOut" }
  /** It could not be judged, which says nothing about the work. */
  | { readonly kind: "blocked"; readonly blocker: Blocker }
  /** Nothing asked for a judgement. */
  | { readonly kind: "skipped" }
);

/** What to do now. */
export type Step =
  /** Have the work done on this tier by a fresh producer, and judge it. */
  | AttemptStep
  /** The producer of this attempt is done: judge its work once more. */
  | { readonly kind: "judgeAgain"; readonly tier: Tier; readonly number: number; readonly most: number }
  | End;

interface AttemptStep {
  readonly kind: "attempt";
  readonly tier: Tier;
  /** From 1. An attempt that was blocked is made again under its number. */
  readonly number: number;
  /** No attempt has a higher number. */
  readonly most: number;
}

export type End = { readonly kind: "end" } & (
  | { readonly status: "accepted" }
  | { readonly status: "skipped" }
  | { readonly status: "unmet"; readonly because: UnmetReason }
  | { readonly status: "needs_review"; readonly because: ReviewReason; readonly blocker: Blocker }
);

export type UnmetReason =
  /** No tier is left to try. */
  | { readonly code: "ladderSpent" }
  | { readonly code: "attemptsSpent"; readonly most: number }
  | { readonly code: "ceilingReached"; readonly cost: Cost | undefined; readonly ceiling: Cost | undefined }
  /** The highest tier failed twice in the same way. */
  | { readonly code: "sameFailure" };

/** Why a blocked attempt isn't made or judged again. */
export type ReviewReason = "needsUser" | "sameBlocker" | "blockedTwice" | "ceilingReached";

/** An attempt that counts. */
export interface Attempt extends Rung {
  readonly result: "passed" | "failed" | "producerTimedOut" | "skipped";
  /** Undefined for what did not fail. */
  readonly fingerprint: string | undefined;
  readonly dollars: number | undefined;
}

/** A try that could not be judged: no attempt. */
interface Blocked {
  readonly blocker: Blocker;
  /** What it cost; undefined also where the same work is judged again, whose cost holds this. */
  readonly dollars: number | undefined;
}

/** All that has been decided about one delegation. A value: nothing changes it. */
export interface LadderState {
  readonly plan: LadderPlan;
  /** The index of the rung that the last attempt was made on. */
  readonly rung: number;
  readonly attempts: readonly Attempt[];
  readonly blocked: readonly Blocked[];
  /** Whether the last try could not be judged. */
  readonly isBlocked: boolean;
  readonly next: Step;
}

export function startLadder(plan: LadderPlan): LadderState {
  const state = { plan, rung: 0, attempts: [], blocked: [], isBlocked: false };
  return { ...state, next: attemptOn(0, state) };
}

/**
 * Decides what comes next. Every event either ends the ladder, or makes one of the counted attempts, or is the only
 * blocked try before the next of these: after at most two events per attempt there is an end. `accepted` comes from
 * `passed` alone. After the end nothing changes any more.
 */
export function advance(state: LadderState, event: LadderEvent): LadderState {
  if (state.next.kind === "end") return state;
  switch (event.kind) {
    case "passed":
      return end(count(state, event, "passed"), { status: "accepted" });
    case "skipped":
      return end(count(state, event, "skipped"), { status: "skipped" });
    case "failed":
      return climb(count(state, event, "failed", event.fingerprint));
    case "producerTimedOut":
      return climb(count(state, event, "producerTimedOut", "producerTimedOut"));
    case "blocked":
      return block(state, event);
  }
}

type Undecided = Omit<LadderState, "next">;

function end(state: Undecided, how: DistributedOmit<End, "kind">): LadderState {
  return { ...state, next: { kind: "end", ...how } };
}

type DistributedOmit<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never;

function count(
  state: Undecided,
  { dollars }: LadderEvent,
  result: Attempt["result"],
  fingerprint: string | undefined = undefined,
): Undecided {
  const attempt = { ...rungAt(state.rung, state.plan), result, fingerprint, dollars: knownDollars(dollars) };
  return { ...state, attempts: [...state.attempts, attempt], isBlocked: false };
}

/** After a failure: the same rung again, the next one, or the end. */
function climb(state: Undecided): LadderState {
  const { plan, attempts, rung } = state;
  const here = attempts.filter(({ tier }) => tier === rungAt(rung, plan).tier);
  const last = here.at(-1)?.fingerprint;
  const isRepeated = here.slice(0, -1).some(({ fingerprint }) => fingerprint === last);
  const target = here.length < plan.attemptsPerRung && !isRepeated ? rung : rung + 1;
  if (!(target < plan.rungs.length))
    return end(state, { status: "unmet", because: { code: isRepeated ? "sameFailure" : "ladderSpent" } });
  if (!(attempts.length < plan.maxTotalAttempts))
    return end(state, { status: "unmet", because: { code: "attemptsSpent", most: plan.maxTotalAttempts } });
  if (!isWithinCeiling(state)) {
    const because = { code: "ceilingReached", cost: costOf(state), ceiling: ceilingOf(state) } as const;
    return end(state, { status: "unmet", because });
  }
  return { ...state, rung: target, next: attemptOn(target, state) };
}

/** A blocked try burns no attempt. It is repeated once, on the same rung, and only where that may help. */
function block(before: LadderState, event: Extract<LadderEvent, { kind: "blocked" }>): LadderState {
  const { blocker } = event;
  const dollars = knownDollars(event.dollars);
  const state = { ...before, blocked: [...before.blocked, { blocker, dollars }], isBlocked: true };
  const because = reasonToGiveUp(before, state, blocker);
  if (because !== undefined) return end(state, { status: "needs_review", because, blocker });
  const again = attemptOn(before.rung, before);
  if (remedies[blocker] === "produce") return { ...state, next: again };
  const blocked = [...before.blocked, { blocker, dollars: undefined }];
  return { ...state, blocked, next: { ...again, kind: "judgeAgain" } };
}

function reasonToGiveUp(before: Undecided, state: Undecided, blocker: Blocker): ReviewReason | undefined {
  const remedy = remedies[blocker];
  if (remedy === "none") return "needsUser";
  if (before.blocked.some((earlier) => earlier.blocker === blocker)) return "sameBlocker";
  if (before.isBlocked) return "blockedTwice";
  return remedy === "produce" && !isWithinCeiling(state) ? "ceilingReached" : undefined;
}

function attemptOn(rung: number, { plan, attempts }: Pick<Undecided, "plan" | "attempts">): AttemptStep {
  const { tier } = rungAt(rung, plan);
  return { kind: "attempt", tier, number: attempts.length + 1, most: mostAttempts(plan) };
}

function rungAt(rung: number, { rungs }: LadderPlan): Rung {
  return rungs[rung] ?? rungs[0];
}
