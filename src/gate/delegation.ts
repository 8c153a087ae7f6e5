import type { CheckProblem } from "../checks/preflight.ts";
import type { Dod } from "../dod/dod.ts";
import type { BlockNote, BlockProblem } from "../dod/problem.ts";

/** Why a DoD can't be used; with one, it can never pass. */
export type Problem = BlockProblem | CheckProblem;

/** What a dispatch asks for. */
export interface Definition {
  readonly dods: readonly Dod[];
  readonly problems: readonly Problem[];
  readonly notes: readonly BlockNote[];
}

/** One piece of delegated work, as the gate sees it. */
export interface Delegation {
  readonly callerID: string;
  /** The agent that delegated; undefined where the record doesn't tell. */
  readonly callerAgent: string | undefined;
  readonly definition: Definition;
  /** The absolute directory in which checks run and relative paths are resolved. */
  readonly directory: string;
}
