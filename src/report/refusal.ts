import type { Problem } from "../gate/delegation.ts";
import { count } from "./count.ts";
import { describeProblem } from "./problem-sentence.ts";

/** What the caller reads instead of a result when the block in its prompt can't be used. */
export function renderRefusal(problems: readonly Problem[]): string {
  return [
    `[dod-gate] Not started, nothing was spent: ${count(problems.length, "problem")} with the [acceptance] block of the prompt (line:column in the prompt).`,
    ...problems.map((problem) => `- ${describeProblem(problem)}`),
    "NEXT: correct the block and call the tool again with the whole prompt.",
  ].join("\n");
}
