import type { PlanFault, PlanNote, PlanProblem, PlanReferenceProblem } from "../dod/plan/plan-problem.ts";
import { quote } from "./quote.ts";

/** What is wrong with a plan, or with a line that names one of its steps, and how to put it right. */
export function describePlanProblem(problem: PlanProblem | PlanReferenceProblem): string {
  switch (problem.code) {
    case "stepWithoutBlock":
      return problem.within === undefined
        ? `step ${name(problem.step)} has no [acceptance] block; write one into the plan, below the step`
        : `step ${name(problem.step)} has no [acceptance] block of its own; dispatch the step that it is part of, ${name(problem.within)}, or write one below it`;
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
    case "planMissing":
      return `there is no plan ${path(problem)}; a relative path begins at the base directory`;
    case "planOutside":
      return `the plan ${path(problem)} lies outside of the project; name one in it`;
    case "planUnreadable":
      return `the plan ${path(problem)} can't be read: ${faults[problem.why]}`;
    case "stepNotNamed":
      return `which step of ${path(problem)}? Write plan: ${quote(problem.path)}#<number or heading>; it has ${list(problem.steps)}`;
    case "unknownStep":
      return `${path(problem)} has no step "${quote(problem.step, 80)}"; ${
        problem.suggestion === undefined
          ? `it has ${list(problem.steps)}`
          : `did you mean "${quote(problem.suggestion, 80)}"?`
      }`;
    case "ambiguousStep":
      return `"${quote(problem.step, 80)}" names several steps of ${path(problem)}, in the lines ${problem.lines.join(", ")}; name the one that is meant by its heading or item text, or number the steps`;
    case "tooManyPlans":
      return `more than ${problem.limit} plan: lines in one prompt; delegate in smaller pieces`;
    case "planForgotten":
      return `OpenCode was restarted since the dispatch, so nobody knows how ${path(problem)} stood then; review the work, or delegate it again`;
  }
}

export function describePlanNote({ tag }: PlanNote): string {
  return `a ${tag} block in a code fence outside of all steps was taken for an example`;
}

const faults: Record<PlanFault, string> = {
  notAFile: "it is no regular file",
  notText: "it is no text",
  tooLarge: "it has more than 1 MiB",
  unreadable: "the system refuses it",
};

function path(problem: { readonly path: string }): string {
  return quote(problem.path, 120);
}

function name(step: string): string {
  return `"${quote(step, 80)}"`;
}

function list(steps: readonly string[]): string {
  return steps.map(name).join(", ");
}
