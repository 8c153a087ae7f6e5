import type { Problem } from "../gate/delegation.ts";
import { count } from "./count.ts";
import { describeProblem } from "./problem-sentence.ts";
import { quote } from "./quote.ts";

/** Why a call of `delegate` is not even begun. */
export type ArgumentProblem =
  | { readonly code: "noArguments" }
  | { readonly code: "missing"; readonly name: string }
  | { readonly code: "notText"; readonly name: string }
  | {
      readonly code: "unknown";
      readonly name: string;
      readonly suggestion: string | undefined;
      readonly allowed: readonly string[];
    }
  | { readonly code: "unknownTier"; readonly tier: string; readonly allowed: readonly string[] }
  | { readonly code: "unknownAgent"; readonly agent: string; readonly known: readonly string[] }
  /** The agent that judges work. */
  | { readonly code: "grader"; readonly agent: string }
  | { readonly code: "noDirectory"; readonly path: string }
  | { readonly code: "stepWithoutPlan" }
  | { readonly code: "tooDeep"; readonly limit: number }
  /** The host doesn't say what the caller may do, or how deep it is. */
  | { readonly code: "hostSilent"; readonly about: string }
  | { readonly code: "block"; readonly problem: Problem };

/** What the caller reads instead of a result. */
export function renderArgumentProblems(problems: readonly ArgumentProblem[]): string {
  return [
    `[dod-gate] Not started, nothing was spent: ${count(problems.length, "problem")} with the call.`,
    ...problems.map((problem) => `- ${describe(problem)}`),
    "NEXT: correct the above and call delegate again with all of its arguments.",
  ].join("\n");
}

function describe(problem: ArgumentProblem): string {
  switch (problem.code) {
    case "noArguments":
      return "there are no arguments; delegate needs at least a prompt";
    case "missing":
      return `${problem.name} is missing; say what is to be done, with all that somebody needs who knows nothing else`;
    case "notText":
      return `${problem.name} must be text`;
    case "unknown":
      return `unknown argument "${quote(problem.name, 60)}"; ${problem.suggestion === undefined ? `there are ${problem.allowed.join(", ")}` : `did you mean "${problem.suggestion}"?`}`;
    case "unknownTier":
      return `unknown tier "${quote(problem.tier, 60)}"; there are ${problem.allowed.join(", ")}`;
    case "unknownAgent":
      return `unknown agent "${quote(problem.agent, 60)}"; there are ${problem.known.map((name) => quote(name, 60)).join(", ")}`;
    case "grader":
      return `"${problem.agent}" judges work and can't be given any; choose another agent`;
    case "noDirectory":
      return `cwd is no directory: ${quote(problem.path)}`;
    case "stepWithoutPlan":
      return "step names a step of no plan; add plan, the path of the Markdown file";
    case "tooDeep":
      return `subagent depth limit reached (${problem.limit}); do the work yourself, or let the user increase "subagent_depth" in opencode.json`;
    case "hostSilent":
      return `OpenCode does not say ${problem.about}, so nothing can be delegated safely; call delegate once more, and tell the user if it fails again`;
    case "block":
      return problem.problem.where === undefined
        ? `prompt ${describeProblem(problem.problem)}`
        : describeProblem(problem.problem);
  }
}
