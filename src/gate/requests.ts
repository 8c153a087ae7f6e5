import type { Artefact, ArtefactReading } from "../artefact/artefact.ts";
import type { CheckResult } from "../checks/result.ts";
import type { VerifyConfig } from "../config/config.ts";
import type { FileNote } from "../config/watch.ts";
import type { Check, ProjectCheck } from "../dod/dod.ts";
import type { GradeOutcome } from "../grader/outcome.ts";
import type { TakenBaseline } from "../integrity/baseline.ts";
import type { Clock, Files } from "../ports/machine.ts";
import type { Delegation } from "./delegation.ts";
import type { Guard, GuardOpening, GuardRequest } from "./guard.ts";
import type { Wiring } from "./policy.ts";

/** The producer's work as its record shows it. */
export type ReadWork = Extract<ArtefactReading, { status: "read" }>;

export interface Submission {
  readonly delegation: Delegation;
  readonly wiring: Wiring;
  readonly reading: ArtefactReading;
  readonly settings: GateSettings;
  /** Aborts when the caller no longer wants an answer. */
  readonly signal: AbortSignal;
}

export interface GateSettings extends Pick<VerifyConfig, "require"> {
  /** Whether a block's criteria are left out where it has checks. */
  readonly preferDeterministic: boolean;
  /** Milliseconds of work, waiting in queues not counted. */
  readonly gateBudgetMs: number;
  /** Sentences about a configuration that can't be used: with one, nothing is ever accepted. */
  readonly configProblems: readonly string[];
  /** Checks of the project that run for all work which changed files, whatever its Definition of Done. */
  readonly required?: readonly ProjectCheck[];
}

/** What running checks needs to know besides the checks. */
export interface CheckRequest {
  readonly checks: readonly Check[];
  readonly delegation: Delegation;
  readonly artefact: Artefact;
  /** Absent where there is nothing from before the work to compare with. */
  readonly guard?: Guard | undefined;
  readonly signal: AbortSignal;
  /** Called when work begins, as against waiting for it; what it returns is called at its end. */
  readonly beginWork: () => () => void;
}

export interface GradeTask {
  readonly criteria: readonly string[];
  readonly delegation: Delegation;
  readonly work: ReadWork;
  readonly signal: AbortSignal;
}

export interface GateTools {
  readonly files: Files;
  readonly clock: Clock;
  readonly runChecks: (request: CheckRequest) => Promise<CheckResult[]>;
  readonly grade: (task: GradeTask) => Promise<GradeOutcome>;
  readonly openGuard: (
    request: Omit<GuardRequest, "isForeign">,
    sessionIDs: readonly string[],
  ) => Promise<GuardOpening>;
  /** Told where work came to its end and what was there before it did not decide: nobody may take it for judged. */
  readonly abandon?: (baseline: TakenBaseline) => void;
  /** Which configuration files are not in force as they lie there now. */
  readonly inspectConfig?: () => Promise<readonly FileNote[]>;
  /** Whether the project's checks come from a commit, as they should; true where nobody says otherwise. */
  readonly projectChecksPinned?: boolean;
}
