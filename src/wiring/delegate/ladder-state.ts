import type { Tier } from "../../grader/tiers.ts";
import type { Cost } from "../../report/scorecard.ts";
import type { Blocker } from "./blocker.ts";
import type { LadderPlan, Rung } from "./ladder-plan.ts";

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

export interface AttemptStep {
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
export interface Blocked {
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
