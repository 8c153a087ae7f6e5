import type { PlanNote, PlanProblem } from "../dod/plan-problem.ts";
import { quote } from "./quote.ts";

/** How much of a step's title a sentence quotes, in UTF-16 code units. */
const longest = 80;

/** What is wrong with a plan, and how to put it right. */
export function describePlanProblem(problem: PlanProblem): string {
  switch (problem.code) {
    case "stepWithoutBlock":
      return `step "${quote(problem.step, longest)}" has no [acceptance] block, so nobody can say when it is done; add one inside it or right below it`;
    case "orphanBlock":
      return `${problem.tag} belongs to no step; move it into the step that it judges, or right below that`;
    case "duplicateStepNumber":
      return `the number "${quote(problem.number, longest)}" is line ${problem.firstLine}'s already; number each step differently`;
    case "noSteps":
      return "the plan has no steps; write them as ordered items, checkbox items, or headings that begin with Step, Task or a number";
    case "planTooLong":
      return `a plan of more than ${problem.limit / 1024} KiB; split it in two`;
    case "planTooManyParts":
      return `a plan of more than ${problem.limit} headings, items and paragraphs; split it in two`;
  }
}

export function describePlanNote(note: PlanNote): string {
  return `${note.tag} in a code fence outside of all steps was taken for an example`;
}
