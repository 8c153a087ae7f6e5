import type { Position } from "../dod.ts";
import type { Parsed } from "../parse.ts";
import { planLimits } from "./plan-limits.ts";
import { outline } from "./plan-outline.ts";
import { findOwners } from "./plan-owner.ts";
import type { PlanNote, PlanProblem } from "./plan-problem.ts";
import { buildSteps } from "./plan-steps.ts";
import { takeApart } from "./plan-text.ts";

/** One step of a plan: a heading, an ordered item or a checkbox item. */
export interface PlanStep {
  /** Its place among the plan's steps, or among those of the step that it is in; from 1. */
  readonly position: number;
  /** What names it: the number that the plan writes or, where no step of the plan has one, its position; `2.1` in step 2. */
  readonly number: string | undefined;
  /** The heading or the item's first line, without its markers and decoration. */
  readonly title: string;
  /** Where it begins, and the last line of what belongs to it. */
  readonly at: Position;
  readonly lastLine: number;
  /** What it says, its blocks left out. */
  readonly text: string;
  /** All of its lines, blocks included. */
  readonly source: string;
  /** Whether it is so small that it needs no block. */
  readonly trivial: boolean;
  /** Its own blocks. Positions are those of the plan. */
  readonly own: Parsed;
  /** Its own blocks and those of the steps in it: what applies when it is dispatched. */
  readonly parsed: Parsed;
  /** Steps in it. Those without a block are details of this one. */
  readonly steps: readonly PlanStep[];
}

export interface Plan {
  /** In the order of the plan; steps in steps are found there. */
  readonly steps: readonly PlanStep[];
  /** Blocks of no step, and what made the plan unreadable. */
  readonly problems: readonly PlanProblem[];
  readonly notes: readonly PlanNote[];
  /** Findings about blocks that belong to no step. */
  readonly stray: Pick<Parsed, "problems" | "notes">;
}

/** Reads a Markdown plan. Never rejects, and takes time in proportion to the text's length. */
export async function readPlan(text: string): Promise<Plan> {
  const empty = { steps: [], notes: [], stray: { problems: [], notes: [] } };
  const at = { line: 1, column: 1 };
  if (text.length > planLimits.length)
    return { ...empty, problems: [{ at, code: "planTooLong", limit: planLimits.length }] };
  const plan = takeApart(text);
  const entries = await outline(plan);
  if (entries === undefined) return { ...empty, problems: [{ at, code: "planTooManyParts", limit: planLimits.parts }] };
  return buildSteps(plan, entries, findOwners(plan, entries));
}
