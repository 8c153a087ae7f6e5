import type { BlockNote } from "../dod/problem.ts";
import type { Problem } from "../gate/delegation.ts";
import type { Verdict } from "../gate/verdict.ts";
import { count } from "./count.ts";
import { renderNote, renderReasons } from "./note.ts";
import { describeProblem } from "./problem-sentence.ts";
import { describeBlockNote } from "./problems.ts";
import { quote } from "./quote.ts";

/** What becomes of a turn whose work has been verified. */
export type TurnOutcome =
  /** It goes back to the agent, as the correction of this number. */
  | { readonly status: "returned"; readonly fix: number; readonly fixCycles: number }
  | { readonly status: "accepted" | "needs_review" }
  | { readonly status: "unmet"; readonly fixes: number; readonly because: UnmetCause };

export type UnmetCause =
  | { readonly code: "noFixLeft" }
  | { readonly code: "oneShot" }
  | { readonly code: "notReturned"; readonly message: string };

/** What the user reads when a turn has been verified. */
export function renderTurnNote(verdict: Verdict, outcome: TurnOutcome): string {
  switch (outcome.status) {
    case "accepted":
      return renderNote(verdict, undefined);
    case "returned":
      return [
        ...headed("[dod-gate ✗ NOT ACCEPTED]", verdict),
        `NEXT: sent back to the agent to be corrected (${outcome.fix} of ${outcome.fixCycles}).`,
      ].join("\n");
    case "unmet":
      return [...headed("[dod-gate status: unmet]", verdict), `NEXT: ${afterUnmet(outcome)}`].join("\n");
    case "needs_review":
      return [...headed("[dod-gate ? NEEDS REVIEW]", verdict), afterNeedsReview].join("\n");
  }
}

function headed(label: string, verdict: Verdict): string[] {
  const [headline, ...lines] = renderReasons(verdict);
  return [`${label} ${headline}`, ...lines];
}

const afterNeedsReview =
  "NEXT: nothing above says that the work is bad, only that it is unverified. Remove the obstacle and send the block again, or look at the work yourself.";

const yourTurn = "The work is not done; what happens next is for the user to decide.";

function afterUnmet({ fixes, because }: Extract<TurnOutcome, { status: "unmet" }>): string {
  const made = fixes === 0 ? "" : ` It was sent back ${count(fixes, "time")}.`;
  switch (because.code) {
    case "noFixLeft":
      return `${yourTurn}${made}`;
    case "oneShot":
      return "the work is not done. Under `opencode run` it isn't sent back: run again, or go on with `opencode run --continue`.";
    case "notReturned":
      return `${yourTurn}${made} It could not be sent back again: ${quote(because.message)}`;
  }
}

/** What the user reads where his own new message has ended a turn. */
export function renderTakenOver(fixes: number): string {
  return fixes === 0
    ? "[dod-gate ? NEEDS REVIEW] not judged: another message came before the verdict\nNEXT: the work on the earlier block is unverified. Send the block again to have it verified."
    : "[dod-gate status: unmet] the work was not accepted, and another message came before its correction was verified\nNEXT: what has been done since is unverified. Send the block again to have it verified.";
}

/** What is reported at once where a block can't be used. */
export function renderTurnProblems(problems: readonly Problem[]): string {
  return [
    `[dod-gate] ${count(problems.length, "problem")} with the [acceptance] block of this message (line:column in the message). The work goes on and can't be accepted:`,
    ...problems.map((problem) => `- ${describeProblem(problem)}`),
    "NEXT: correct the block and send it again.",
  ].join("\n");
}

/** The same where there is no block, but what looks like a part of one. */
export function renderStrayTags(notes: readonly BlockNote[]): string {
  return [
    "[dod-gate] This message holds no complete [acceptance] block, so its work is not verified:",
    ...notes.map((note) => `- line ${note.at.line}: ${describeBlockNote(note)}`),
  ].join("\n");
}

/** The same where it can't be told what the message asks for. */
export function renderTurnUnseen(message: string): string {
  return `[dod-gate ? NEEDS REVIEW] verification failed (fail-closed): ${quote(message)}\nNEXT: the work on this message is not verified.`;
}
