import type { Actor } from "../artefact/record.ts";
import type { Permissions } from "../checks/context.ts";
import type { CheckProblem } from "../checks/preflight.ts";
import type { CheckResult } from "../checks/result.ts";
import type { Check, Dod, Position } from "../dod/dod.ts";
import type { PlanProblem, PlanReferenceProblem } from "../dod/plan/plan-problem.ts";
import type { BlockNote, BlockProblem } from "../dod/problem.ts";
import type { Baseline } from "../integrity/baseline.ts";

/** Why a DoD can't be used; with one, it can never pass. */
export type Problem = (BlockProblem | CheckProblem | BlockDemanded | PlanProblem | PlanReferenceProblem) & Elsewhere;

/** A note on the text of a block. */
export type Note = BlockNote & Elsewhere;

interface Elsewhere {
  /** The text that the place is in, where it isn't the prompt: an argument, or a plan by its path. */
  readonly where?: "acceptance" | "plan" | { readonly plan: string };
}

/** There is no block, and the configuration demands one. */
export interface BlockDemanded {
  readonly code: "blockDemanded";
  readonly at: Position;
}

/** What a dispatch asks for. */
export interface Definition {
  readonly dods: readonly Dod[];
  readonly problems: readonly Problem[];
  readonly notes: readonly Note[];
  /** Whether the dispatch is so small that its result needs no verification, unless somebody wrote a block for it. */
  readonly trivial: boolean;
  /** What was there before the work; absent where nothing in the blocks rests on it. */
  readonly baseline?: Baseline;
  /** The steps whose blocks are among the above, as they stood. */
  readonly plans?: readonly PlannedStep[];
}

/** One step of a plan at the time of its dispatch. */
export interface PlannedStep {
  /** As the dispatch names it. */
  readonly path: string;
  /** Absolute, links followed. */
  readonly file: string;
  /** As the dispatch names it. */
  readonly step: string;
  readonly dods: readonly Dod[];
  /** Its lines, blocks included. */
  readonly source: string;
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
