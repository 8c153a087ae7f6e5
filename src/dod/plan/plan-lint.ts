import type { Position } from "../dod.ts";
import type { BlockNote, BlockProblem } from "../problem.ts";
import { type Plan, type PlanStep, readPlan } from "./plan.ts";
import type { PlanNote, PlanProblem } from "./plan-problem.ts";

/** What the author of a plan has to put right, in the order of the plan. */
export interface PlanLint {
  readonly steps: Plan["steps"];
  readonly problems: readonly (BlockProblem | PlanProblem)[];
  readonly notes: readonly (BlockNote | PlanNote)[];
}

/** Holds a plan to the rule that whoever carries out a step can be judged. What commands may be run is not looked at. */
export async function lintPlan(text: string): Promise<PlanLint> {
  const plan = await readPlan(text);
  const { steps, stray } = plan;
  return {
    steps,
    problems: [
      ...plan.problems,
      ...stray.problems,
      ...steps.flatMap((step) => [...step.parsed.problems, ...findUncovered(step)]),
      ...findDuplicates(steps),
    ].sort(byPlace),
    notes: [...plan.notes, ...stray.notes, ...steps.flatMap((step) => step.parsed.notes)].sort(byPlace),
  };
}

/**
 * What of a step nobody can judge. A step's own block covers all that is in it; without one, each step in it needs its own
 * as soon as one of them has one.
 */
export function findUncovered(step: PlanStep): PlanProblem[] {
  if (hasBlock(step.own)) return [];
  if (step.steps.some(({ parsed }) => hasBlock(parsed))) return step.steps.flatMap(findUncovered);
  return step.trivial ? [] : [{ at: step.at, code: "stepWithoutBlock", step: nameOf(step) }];
}

function hasBlock({ dods, problems }: PlanStep["own"]): boolean {
  return dods.length + problems.length > 0;
}

/** How a step is called in a message: its number, where it has one, and its title. */
export function nameOf({ number, position, title }: PlanStep): string {
  return `${number ?? `(${position})`} ${title}`;
}

function findDuplicates(steps: readonly PlanStep[]): PlanProblem[] {
  const first = new Map<string, number>();
  const problems: PlanProblem[] = [];
  for (const { number, at } of flatten(steps)) {
    if (number === undefined) continue;
    const firstLine = first.get(number);
    if (firstLine === undefined) first.set(number, at.line);
    else problems.push({ at, code: "duplicateStepNumber", number, firstLine });
  }
  return problems;
}

/** All steps, those in others included, in the order of the plan. */
export function flatten(steps: readonly PlanStep[]): PlanStep[] {
  return steps.flatMap((step) => [step, ...flatten(step.steps)]);
}

function byPlace({ at: one }: { readonly at: Position }, { at: other }: { readonly at: Position }): number {
  return one.line - other.line || one.column - other.column;
}
