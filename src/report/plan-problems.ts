import type { PlanNote, PlanProblem } from "../dod/plan-problem.ts";
import { quote } from "./quote.ts";

/** What is wrong with a plan, and how to put it right. */
export function describePlanProblem(problem: PlanProblem): string {
  switch (problem.code) {
    case "stepWithoutBlock":
      return `step ${name(problem.step)} has no [acceptance] block; write one into the plan, below the step`;
    case "orphanBlock":
      return `this ${problem.tag} block belongs to no step; move it into a step or right below one (steps are ordered items, checkbox items, and ## or ### headings that begin with "Step", "Task" or a number)`;
    case "duplicateStepNumber":
      return `a second step ${quote(problem.number, 80)}, beside the one in line ${problem.firstLine}; give each a number of its own`;
    case "noSteps":
      return 'the plan has no steps; they are ordered items, checkbox items, and ## or ### headings that begin with "Step", "Task" or a number';
    case "planTooLong":
      return `a plan of more than ${problem.limit} characters; split it`;
    case "planTooManyParts":
      return `a plan of more than ${problem.limit} headings, items and paragraphs; split it`;
  }
}

export function describePlanNote({ tag }: PlanNote): string {
  return `a ${tag} block in a code fence outside of all steps was taken for an example`;
}

function name(step: string): string {
  return `"${quote(step, 80)}"`;
}
