import type { Problem } from "../gate/delegation.ts";
import { describeCommandProblem } from "./command-problems.ts";
import { describePlanProblem } from "./plan-problems.ts";
import { describeBlockProblem } from "./problems.ts";
import { quote } from "./quote.ts";

/** One problem of a block on one line: where it is, what is wrong, and how to put it right. */
export function describeProblem(problem: Problem): string {
  return `${describeWhere(problem)}${problem.at.line}:${problem.at.column} ${describeWithoutPlace(problem)}`;
}

/** The text that a place is in, where it isn't the prompt. */
export function describeWhere({ where }: Pick<Problem, "where">): string {
  if (where === undefined) return "";
  return typeof where === "string" ? `${where} ` : `${quote(where.plan, 120)} `;
}

/** What is wrong, and how to put it right. */
export function describeWithoutPlace(problem: Problem): string {
  switch (problem.code) {
    case "command":
      return `in \`${quote(problem.command, 80)}\`: ${describeCommandProblem(problem.problem)}`;
    case "schemaUnusable":
      return `the schema can't be used: ${quote(problem.message)}`;
    case "blockDemanded":
      return "the prompt has no [acceptance] block, and verify.requireExplicitDoD demands one; add one, such as [acceptance], check: testsPass and [/acceptance] on a line each";
    case "stepWithoutBlock":
    case "orphanBlock":
    case "duplicateStepNumber":
    case "noSteps":
    case "planTooLong":
    case "planTooManyParts":
    case "planMissing":
    case "planOutside":
    case "planUnreadable":
    case "stepNotNamed":
    case "unknownStep":
    case "ambiguousStep":
    case "tooManyPlans":
    case "planForgotten":
      return describePlanProblem(problem);
    default:
      return describeBlockProblem(problem);
  }
}
