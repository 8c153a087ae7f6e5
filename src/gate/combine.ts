import { type Dod, kindOf } from "../dod/dod.ts";
import type { Judged, Scope } from "./judge-blocks.ts";
import type { Cause, Outcome } from "./verdict.ts";

/** All blocks and checks are ANDed. A void or stopped judgement is no judgement; else a failure outweighs what is open. */
export function combine({ checks, causes, grading }: Judged, { dods, required }: Scope): Outcome {
  if (causes.some(isVoid)) return "error";
  if (causes.some(isFailure) || checks.some((check) => check.outcome === "fail")) return "fail";
  if (causes.length > 0 || checks.some((check) => check.outcome === "error")) return "error";
  const isJudged = dods.length + required.length > 0 && dods.every((dod) => wasJudged(dod, grading !== undefined));
  return isJudged ? "pass" : "error";
}

function wasJudged(dod: Dod, graded: boolean): boolean {
  switch (kindOf(dod)) {
    case "deterministic":
      return true;
    case "checker":
      return graded;
    case "none":
      return false;
  }
}

function isVoid({ code }: Cause): boolean {
  return code === "changedWhileJudged" || code === "stopped" || code === "integrityUnknown";
}

function isFailure({ code }: Cause): boolean {
  switch (code) {
    case "budgetSpent":
    case "criteriaUnmet":
    case "unsupportedPass":
    case "unreadableJudgement":
      return true;
    case "brokenConfig":
    case "malformedBlock":
    case "recordUnreadable":
    case "producerFailed":
    case "emptyReturn":
    case "notGraded":
    case "stopped":
    case "changedWhileJudged":
    case "integrityUnknown":
    case "crashed":
      return false;
  }
}
