import type { Verdict } from "../gate/verdict.ts";
import { boundText } from "./bounded-text.ts";
import { renderNote, renderReasons } from "./note.ts";
import { disarm } from "./quote.ts";
import { renderScorecard, type Scorecard } from "./scorecard.ts";

/** One producer's work and what became of it. */
export interface Try {
  /** The number of the attempt, from 1; one that could not be judged is made again under its number. */
  readonly number: number;
  /** Undefined where every tier is the caller's own model. */
  readonly tier: string | undefined;
  /** Undefined where no session was opened. */
  readonly producerID: string | undefined;
  readonly verdict: Verdict;
  /** The producer's last words; empty where it said nothing. */
  readonly text: string;
}

/** How a delegation ended. */
export type Ending =
  | { readonly status: "accepted" }
  | { readonly status: "skipped" }
  | {
      readonly status: "unmet";
      readonly because: { readonly code: "ladderSpent" | "attemptsSpent" | "ceilingReached" | "sameFailure" };
    }
  | {
      readonly status: "needs_review";
      readonly because: "needsUser" | "sameBlocker" | "blockedTwice" | "ceilingReached";
    };

export interface Delegation {
  readonly ending: Ending;
  /** In their order; at least one, unless the gate's configuration can't be used. */
  readonly tries: readonly [Try, ...Try[]];
  readonly scorecard: Scorecard;
}

/** What the caller reads as the result of `delegate`. Its facts are scrubbed already. */
export function renderDelegation({ ending, tries, scorecard }: Delegation): string {
  const last = tries.at(-1) ?? tries[0];
  const card = renderScorecard(scorecard);
  switch (ending.status) {
    case "accepted":
      return [textOf(last), "", renderNote(last.verdict, undefined), card].join("\n");
    case "skipped":
      return [textOf(last), "", skipped, card].join("\n");
    case "unmet":
      return [
        `[dod-gate status: unmet] not accepted after ${scorecard.attempts === 1 ? "1 attempt" : `${scorecard.attempts} attempts`}: ${whyUnmet[ending.because.code]}`,
        ...renderTries(tries),
        nextAfterUnmet,
        ...renderBest(tries),
        card,
      ].join("\n");
    case "needs_review":
      return [
        `[dod-gate status: needs_review] ${renderReasons(last.verdict)[0]}`,
        ...renderTries(tries),
        `NEXT: ${whyReview[ending.because]} ${nextAfterReview}`,
        ...renderBest(tries),
        card,
      ].join("\n");
  }
}

const skipped = "[dod-gate status: skipped] not verified: a trivial lookup without a Definition of Done";

type UnmetCode = Extract<Ending, { status: "unmet" }>["because"]["code"];

const whyUnmet: Record<UnmetCode, string> = {
  ladderSpent: "no tier is left to try",
  attemptsSpent: "that is as many as escalate.maxTotalAttempts allows",
  ceilingReached: "another one would go beyond the cost ceiling (escalate.costCeiling.multiple raises it)",
  sameFailure: "the last tier failed twice in the same way",
};

const whyReview: Record<Extract<Ending, { status: "needs_review" }>["because"], string> = {
  needsUser: "Needs your decision: only you or the user can remove this obstacle.",
  sameBlocker: "Needs your decision: the same obstacle came up again.",
  blockedTwice: "Needs your decision: two tries in a row met an obstacle.",
  ceilingReached:
    "Needs your decision: another try would go beyond the cost ceiling (escalate.costCeiling.multiple raises it).",
};

const nextAfterReview =
  "Nothing above says that the work is bad, only that it is unverified. Remove the obstacle and delegate again, or ask the user; do not treat this result as complete, and do not repeat the call for the same obstacle.";

const nextAfterUnmet =
  "NEXT: do not treat this result as complete and do not delegate the same again. Look at the failures above, change the task, the tier or the checks where they are wrong, or ask the user.";

/** In UTF-16 code units: the reasons of all tries, the last one's in full. */
const mostOfReasons = 12_000;

function renderTries(tries: readonly Try[]): string[] {
  const blocks = tries.map((one, index) => renderTry(one, tries[index - 1], index === tries.length - 1));
  let length = 0;
  return blocks
    .toReversed()
    .flatMap((lines) => lines.toReversed())
    .filter((line) => {
      length += line.length + 1;
      return length <= mostOfReasons;
    })
    .toReversed();
}

/** Output is shown of the last try alone: the others' went to the producer after them. */
function renderTry(one: Try, before: Try | undefined, isLast: boolean): string[] {
  const { number, tier, producerID, verdict } = one;
  const [headline, ...lines] = renderReasons(verdict);
  const facts = [tier, producerID].filter((fact) => fact !== undefined);
  const who = facts.length === 0 ? "" : ` (${facts.join(", ")})`;
  const outcome = verdict.outcome === "error" ? "not judged" : "not accepted";
  const shown = isLast ? lines : lines.filter((line) => line.startsWith("- "));
  const again = producerID !== undefined && producerID === before?.producerID ? ", judged again" : "";
  return [`attempt ${number}${who}${again}, ${outcome}: ${headline}`, ...shown];
}

function renderBest(tries: readonly Try[]): string[] {
  const best = bestOf(tries);
  if (best === undefined) return ["(no producer said anything)"];
  return [`What the producer of attempt ${best.number} said, NOT ACCEPTED:`, "", textOf(best), ""];
}

/** Of those who said something, the one whose work passed the most checks; of equals the last. */
function bestOf(tries: readonly Try[]): Try | undefined {
  let best: Try | undefined;
  for (const one of tries) {
    if (one.text !== "" && (best === undefined || passedIn(one) >= passedIn(best))) best = one;
  }
  return best;
}

function passedIn({ verdict }: Try): number {
  return verdict.checks.filter((check) => check.outcome === "pass").length;
}

function textOf({ text }: Try): string {
  return boundText(disarm(text));
}
