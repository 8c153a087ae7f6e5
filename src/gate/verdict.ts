import type { CheckResult } from "../checks/result.ts";
import type { FileNote } from "../config/watch.ts";
import type { Check, DodSource } from "../dod/dod.ts";
import type { EvidenceGap } from "../grader/evidence.ts";
import type { GradeError, JudgementFault } from "../grader/outcome.ts";
import type { Unchecked } from "../integrity/baseline.ts";
import type { IntegrityEvidence } from "../integrity/facts.ts";
import type { OracleNote, TouchedOracle } from "../integrity/oracle.ts";
import type { Note, Problem } from "./delegation.ts";

/**
 * The gate's answer. `fail`: judged and not good enough. `error`: could not be judged, which says nothing about the
 * work. `skip`: nothing asked for a judgement.
 */
export type Outcome = "pass" | "fail" | "error" | "skip";

/** What decided: the block's own checks, a grader, or nothing. */
export type Method = "deterministic" | "checker" | "none";

/** Why a verdict is not a pass, besides its checks. */
export type Cause =
  | { readonly code: "brokenConfig"; readonly problems: readonly string[] }
  | { readonly code: "malformedBlock"; readonly problems: readonly Problem[] }
  | { readonly code: "recordUnreadable"; readonly message: string }
  | { readonly code: "producerFailed"; readonly message: string }
  | { readonly code: "emptyReturn" }
  /** The grader judged, and the work does not meet the criteria. */
  | { readonly code: "criteriaUnmet"; readonly reasons: readonly string[] }
  /** The grader said pass, and its evidence does not carry that. */
  | { readonly code: "unsupportedPass"; readonly gap: EvidenceGap; readonly reasons: readonly string[] }
  /** The grader's reply was no judgement, twice. */
  | { readonly code: "unreadableJudgement"; readonly fault: JudgementFault }
  /** No judgement was to be had. */
  | {
      readonly code: "notGraded";
      readonly why: GradeError;
      readonly message: string;
      readonly criteria: readonly string[];
    }
  | { readonly code: "budgetSpent"; readonly budgetMs: number }
  | { readonly code: "stopped" }
  | { readonly code: "changedWhileJudged"; readonly paths: readonly string[] }
  /** There is a state from before the work, and the state after it can't be had. */
  | { readonly code: "integrityUnknown"; readonly message: string }
  | { readonly code: "crashed"; readonly message: string };

/** What the reader should know although it decides nothing. */
export type VerdictNote =
  | { readonly code: "block"; readonly note: Note }
  /** What a dispatch took from a plan stands there differently now, or no longer. */
  | { readonly code: "planChanged"; readonly path: string; readonly step: string }
  | { readonly code: "criteriaNotGraded"; readonly count: number }
  | { readonly code: "attributionUnknown" }
  /** Whether the work changed what decides it, nobody looked at. */
  | { readonly code: "integrityUnchecked"; readonly why: Unchecked }
  /** The work changed what decides it, and what was there before has decided. */
  | { readonly code: "oraclesTouched"; readonly touched: readonly TouchedOracle[] }
  /** The work changed what decides it, as its block lets it. */
  | { readonly code: "editsAllowed"; readonly paths: readonly string[] }
  | { readonly code: "oracles"; readonly note: OracleNote }
  /** Files that appeared while the work was judged. */
  | { readonly code: "leftByChecks"; readonly paths: readonly string[] }
  /** A copy of the work tree that could not be removed. */
  | { readonly code: "copyLeft"; readonly path: string; readonly message: string }
  /** Why nothing was verified. */
  | { readonly code: "skipped"; readonly because: SkipReason }
  /** The grader ran on the model that had done the work. */
  | { readonly code: "sameModel"; readonly model: string }
  /** A configuration file that is not in force as it lies there. */
  | { readonly code: "configFile"; readonly note: FileNote }
  /** There was no commit to take the project's checks from. */
  | { readonly code: "notPinned" };

/** What a grader did in a judgement. */
export interface Grading {
  readonly criteria: number;
  /** `provider/model`, as the host recorded the one that really answered. */
  readonly model?: string;
  /** Its reasons for a pass. */
  readonly evidence: readonly string[];
}

/** The dispatch was trivial, or it asked for no check and the producer is known to have changed nothing. */
export type SkipReason = "trivial" | "nothingChanged";

export interface Verdict {
  readonly outcome: Outcome;
  readonly method: Method;
  /** Absent where there was no DoD. */
  readonly dodSource?: DodSource;
  /** In the author's order; empty where judging never began. */
  readonly checks: readonly CheckResult[];
  readonly causes: readonly Cause[];
  /** Absent where no grader was asked. */
  readonly grading?: Grading;
  /** Checks that have no answer: unverified, not passed. */
  readonly unrun: readonly Check[];
  readonly notes: readonly VerdictNote[];
  /** Absent where there was nothing from before the work to compare with. */
  readonly integrity?: IntegrityEvidence;
  readonly durationMs: number;
}

/** The verdict where there was nothing to judge, or no way to; the checks that it leaves open are named where they are known. */
export function withoutJudgement(outcome: "fail" | "error", cause: Cause, unrun: readonly Check[] = []): Verdict {
  return { outcome, method: "none", checks: [], causes: [cause], unrun, notes: [], durationMs: 0 };
}
