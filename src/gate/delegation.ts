import type { Actor } from "../artefact/record.ts";
import type { Permissions } from "../checks/context.ts";
import type { CheckProblem } from "../checks/preflight.ts";
import type { CheckResult } from "../checks/result.ts";
import type { Check, Dod, Position } from "../dod/dod.ts";
import type { BlockNote, BlockProblem } from "../dod/problem.ts";

/** Why a DoD can't be used; with one, it can never pass. */
export type Problem = (BlockProblem | CheckProblem | BlockDemanded) & {
  /** The text that the place is in, where it isn't the prompt. */
  readonly where?: "acceptance";
};

/** There is no block, and the configuration demands one. */
export interface BlockDemanded {
  readonly code: "blockDemanded";
  readonly at: Position;
}

/** What a dispatch asks for. */
export interface Definition {
  readonly dods: readonly Dod[];
  readonly problems: readonly Problem[];
  readonly notes: readonly BlockNote[];
  /** Whether the dispatch is so small that its result needs no verification, unless somebody wrote a block for it. */
  readonly trivial: boolean;
}

/** One piece of delegated work, as the gate sees it. */
export interface Delegation {
  readonly callerID: string;
  readonly caller: Actor;
  readonly definition: Definition;
  /** The absolute directory in which checks run and relative paths are resolved. */
  readonly directory: string;
  /** Asks the user where the caller's permissions say so; without it, what would have to be asked is not done. */
  readonly approve?: NonNullable<Permissions["approve"]>;
  /** Told what the gate begins to do. */
  readonly onPhase?: (phase: Phase) => void;
  /** Told of each check that has an answer, as soon as it has. A check that is done again is told of again. */
  readonly onResult?: (result: CheckResult) => void;
}

/** What a gate is doing. */
export type Phase =
  | { readonly kind: "checking"; readonly checks: readonly Check[] }
  | { readonly kind: "grading"; readonly criteria: number };
