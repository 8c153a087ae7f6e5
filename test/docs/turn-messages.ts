import { withoutJudgement } from "../../src/gate/verdict.ts";
import {
  renderStrayTags,
  renderTakenOver,
  renderTurnNote,
  renderTurnProblems,
  renderTurnUnseen,
  type TurnOutcome,
  type UnmetCause,
} from "../../src/report/turn-note.ts";
import { type Cases, casesOf } from "./cases.ts";

const at = { line: 1, column: 1 };
const verdict = withoutJudgement("error", { code: "emptyReturn" });

const causes: Cases<UnmetCause> = {
  noFixLeft: { code: "noFixLeft" },
  oneShot: { code: "oneShot" },
  notReturned: { code: "notReturned", message: "x" },
};

type OpenStatus = Exclude<TurnOutcome["status"], "unmet" | "accepted">;

const outcomes: Readonly<Record<OpenStatus, TurnOutcome>> = {
  returned: { status: "returned", fix: 1, fixCycles: 1 },
  needs_review: { status: "needs_review" },
};

/** A sentence for everything that the gate says of a turn, besides its verdict, by its code. */
export const turnMessages: readonly (readonly [string, string])[] = [
  ...casesOf("turn", causes, (because) => lastLine(renderTurnNote(verdict, { status: "unmet", fixes: 0, because }))),
  ...Object.entries(outcomes).map(
    ([status, outcome]) => [`turn: ${status}`, lastLine(renderTurnNote(verdict, outcome))] as const,
  ),
  ["turn: taken over before its verdict", renderTakenOver(0)],
  ["turn: taken over before its correction was verified", renderTakenOver(1)],
  ["turn: problems", renderTurnProblems([{ at, code: "emptyBlock" }])],
  ["turn: stray tags", renderStrayTags([{ at, code: "orphanOpenTag", tag: "[acceptance]" }])],
  ["turn: unseen", renderTurnUnseen("x")],
];

function lastLine(note: string): string {
  return note.split("\n").at(-1) ?? "";
}
