import type { EvidenceGap } from "../grader/evidence.ts";
import type { GradeError, JudgementFault } from "../grader/outcome.ts";
import { count } from "./count.ts";
import { quote } from "./quote.ts";

/** Why a grader's pass carries nothing. */
export function describeGap(gap: EvidenceGap): string {
  switch (gap.code) {
    case "reasonMissing":
      return `it gave ${gap.reasons} reasons for ${gap.criteria} criteria`;
    case "reasonEmpty":
      return `it gave no reason for criterion ${gap.criterion}`;
    case "citedMissing":
      return `it cites "${quote(gap.cited)}", which is not there`;
    case "citedOutside":
      return `it cites "${quote(gap.cited)}", which lies outside the base directory`;
    case "tooManyCitations":
      return `it cites more than ${gap.limit} places`;
    case "nothingRead":
      return "it cites no file that it has read";
    case "nothingQuoted":
      return "it quotes nothing of the return text and cites no file that it has read";
  }
}

/** Why a grader's reply is no judgement. */
export function describeFault(fault: JudgementFault): string {
  switch (fault) {
    case "empty":
      return "it was empty";
    case "tooLong":
      return "it was too long";
    case "cutShort":
      return "it was cut off by the model's output limit";
    case "severalLines":
    case "textAfter":
      return "it was more than one JSON object on one line";
    case "notAnObject":
    case "badJson":
      return "it was no JSON object";
    case "wrongType":
    case "missingKey":
    case "unknownKey":
    case "duplicateKey":
      return 'it had not exactly the keys "pass" (true or false) and "reasons" (a list of texts)';
  }
}

/** What kept the grader from judging, and what to do about it. */
export function describeGradeError(why: GradeError, message: string, criteria: number): string {
  const told = quote(message);
  switch (why) {
    case "noCriteria":
    case "criteriaTooLong":
      return `the criteria can't be graded: ${told}; write fewer or shorter ones`;
    case "sessionFailed":
      return `the grader's session failed: ${told}`;
    case "notIndependent":
      return `no independent grader was to be had: ${told}`;
    case "notReadOnly":
      return `the grader's judgement was thrown away: ${told}`;
    case "timedOut":
      return `${told} (verify.graderTimeoutMs raises the limit)`;
    case "providerFailed":
      return `the grader's model failed: ${told}`;
    case "noHost":
      return `${count(criteria, "criterion", "criteria")} not graded: only a session of OpenCode can judge them`;
    case "noAnswer":
      return `the grader gave no answer: ${told}`;
    case "tooLate":
      return told;
    case "stopped":
      return `the grader was stopped: ${told}`;
  }
}
