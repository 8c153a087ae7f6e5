import { parse } from "../../src/dod/parse.ts";
import { withoutJudgement } from "../../src/gate/verdict.ts";
import {
  renderStrayTags,
  renderTakenOver,
  renderTurnNote,
  renderTurnProblems,
  type TurnOutcome,
  type UnmetCause,
} from "../../src/report/turn-note.ts";
import { casesOf } from "./cases.ts";

const verdict = withoutJudgement("fail", { code: "emptyReturn" });

const unmet: { readonly [Code in UnmetCause["code"]]: Extract<UnmetCause, { code: Code }> } = {
  noFixLeft: { code: "noFixLeft" },
  oneShot: { code: "oneShot" },
  notReturned: { code: "notReturned", message: "the session is gone" },
};

const outcomes: readonly TurnOutcome[] = [{ status: "returned", fix: 1, fixCycles: 2 }, { status: "needs_review" }];

/** What a turn can say besides its verdict's own reasons. */
export const turnMessages: readonly (readonly [string, string])[] = [
  ...casesOf("turn unmet", unmet, (because) => renderTurnNote(verdict, { status: "unmet", fixes: 1, because })),
  ...outcomes.map((outcome) => [`turn: ${outcome.status}`, renderTurnNote(verdict, outcome)] as const),
  ...[0, 1].map((fixes) => [`turn taken over after ${fixes}`, renderTakenOver(fixes)] as const),
  ["turn: problems", renderTurnProblems(parse("[dod]\ncheck: a\ncheck: b\n[/dod]").problems)],
  ["turn: half a block", renderStrayTags(parse("[acceptance]\n").notes)],
];
