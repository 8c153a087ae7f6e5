import type { ErrorReason } from "../../checks/result.ts";
import type { Cause, Verdict } from "../../gate/verdict.ts";
import type { GradeError } from "../../grader/outcome.ts";

/** What kept a producer from producing, as far as it says nothing about the work. */
export type ProducerBlocker =
  /** The host would not open the session, lost it, or its database was locked. */
  | "hostFailed"
  /** The provider was down, overloaded, or broke off: it may answer when asked again. */
  | "providerFailed"
  /** The provider will not answer this request, however often it is asked: bad credentials, no such model, no such right. */
  | "providerRefused"
  /** The provider answers again only much later. */
  | "quotaExhausted"
  /** The turn ended, and nobody can tell how. */
  | "noAnswer"
  | "permissionRefused"
  /** The user's abort, or the host's end. */
  | "stopped";

/** Why a verdict is an error, besides its checks and its grader. */
type GateBlocker =
  | Exclude<Cause["code"], "criteriaUnmet" | "unsupportedPass" | "unreadableJudgement" | "budgetSpent" | "notGraded">
  | "nothingJudged";

/** What was in the way of a judgement, named so that the same one is known again. */
export type Blocker =
  | `producer:${ProducerBlocker}`
  | `gate:${GateBlocker}`
  | `grader:${GradeError}`
  | `check:${ErrorReason["code"]}`;

/** What may help without anybody's help, once: to have the work done again, or to have the same work judged again. */
export type Remedy = "produce" | "judge" | "none";

export const remedies: Record<Blocker, Remedy> = {
  "producer:hostFailed": "produce",
  "producer:providerFailed": "produce",
  "producer:providerRefused": "none",
  "producer:quotaExhausted": "none",
  "producer:noAnswer": "produce",
  "producer:permissionRefused": "none",
  "producer:stopped": "none",
  "gate:brokenConfig": "none",
  "gate:malformedBlock": "none",
  "gate:recordUnreadable": "judge",
  "gate:producerFailed": "produce",
  "gate:emptyReturn": "produce",
  "gate:stopped": "none",
  "gate:changedWhileJudged": "judge",
  "gate:integrityUnknown": "judge",
  "gate:crashed": "none",
  "gate:nothingJudged": "none",
  "grader:noCriteria": "none",
  "grader:criteriaTooLong": "none",
  "grader:sessionFailed": "judge",
  "grader:notIndependent": "none",
  "grader:notReadOnly": "judge",
  "grader:timedOut": "judge",
  "grader:providerFailed": "judge",
  "grader:noAnswer": "judge",
  "grader:noHost": "none",
  "grader:tooLate": "none",
  "grader:stopped": "none",
  "check:toolMissing": "none",
  "check:notStarted": "none",
  "check:shadowed": "none",
  "check:denied": "none",
  "check:needsApproval": "none",
  "check:refused": "none",
  "check:pathEscapes": "none",
  "check:unreadable": "none",
  "check:tooLarge": "none",
  "check:schemaUnusable": "none",
  "check:baselineOraclesUnheard": "none",
  "check:failToPassUnproved": "none",
  "check:changeUnknown": "none",
  "check:stopped": "none",
  "check:crashed": "none",
};

/** What a verdict that is an error was blocked by; where that is several things, the one against which least can be done. */
export function blockerOf({ causes, checks }: Pick<Verdict, "causes" | "checks">): Blocker {
  const blockers: Blocker[] = [
    ...causes.flatMap(blockersOfCause),
    ...checks.flatMap((check) => (check.outcome === "error" ? [`check:${check.reason.code}` as const] : [])),
  ];
  const worst = (remedy: Remedy) => blockers.find((blocker) => remedies[blocker] === remedy);
  return worst("none") ?? worst("produce") ?? worst("judge") ?? "gate:nothingJudged";
}

function blockersOfCause(cause: Cause): Blocker[] {
  switch (cause.code) {
    case "notGraded":
      return [`grader:${cause.why}`];
    case "brokenConfig":
    case "malformedBlock":
    case "recordUnreadable":
    case "producerFailed":
    case "emptyReturn":
    case "stopped":
    case "changedWhileJudged":
    case "integrityUnknown":
    case "crashed":
      return [`gate:${cause.code}`];
    // These judge the work, and only what voids the whole judgement makes an error of a verdict that has one.
    case "criteriaUnmet":
    case "unsupportedPass":
    case "unreadableJudgement":
    case "budgetSpent":
      return [];
  }
}
