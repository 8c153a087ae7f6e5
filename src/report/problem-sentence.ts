import type { Problem } from "../gate/delegation.ts";
import { describeCommandProblem } from "./command-problems.ts";
import { describeBlockProblem } from "./problems.ts";
import { quote } from "./quote.ts";

/** One problem of a block on one line: where it is, what is wrong, and how to put it right. */
export function describeProblem(problem: Problem): string {
  const where = problem.where === undefined ? "" : `${problem.where} `;
  return `${where}${problem.at.line}:${problem.at.column} ${describeWithoutPlace(problem)}`;
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
    default:
      return describeBlockProblem(problem);
  }
}
