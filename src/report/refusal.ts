import type { Problem } from "../gate/delegation.ts";
import { count } from "./count.ts";
import { describeProblem } from "./problem-sentence.ts";

/** What the caller reads instead of a result when the block in its prompt, or in the plan that it names, can't be used. */
export function renderRefusal(problems: readonly Problem[]): string {
  const isPlanned = problems.some(({ where, code }) => where !== undefined || planCodes.has(code));
  const what = isPlanned
    ? "what the prompt says about a plan, or with that plan"
    : "the [acceptance] block of the prompt";
  return [
    `[dod-gate] Not started, nothing was spent: ${count(problems.length, "problem")} with ${what} (line:column in the ${isPlanned ? "prompt, or in the named file" : "prompt"}).`,
    ...problems.map((problem) => `- ${describeProblem(problem)}`),
    `NEXT: correct ${isPlanned ? "that" : "the block"} and call the tool again with the whole prompt.`,
  ].join("\n");
}

/** Problems of a line in the prompt that names a plan. */
const planCodes: ReadonlySet<Problem["code"]> = new Set([
  "planMissing",
  "planOutside",
  "planUnreadable",
  "stepNotNamed",
  "unknownStep",
  "ambiguousStep",
  "tooManyPlans",
] satisfies Problem["code"][]);
