import type { EvidenceGap } from "./evidence.ts";
import type { ReplyFault } from "./reply.ts";

/** Why a judgement can't be read: its text, or that the model was cut short. */
export type JudgementFault = ReplyFault | "cutShort";

/** What a grade came to. Reasons are scrubbed and bounded. */
export type GradeOutcome =
  | { readonly outcome: "pass"; readonly reasons: readonly string[]; readonly model: string }
  | Failed
  /** Not judged, which says nothing about the work. */
  | { readonly outcome: "error"; readonly why: GradeError; readonly message: string };

type Failed =
  /** The grader says so. Without a reason it is a fail all the same. */
  | { readonly outcome: "fail"; readonly why: "judged"; readonly reasons: readonly string[]; readonly model: string }
  /** It says pass, and what it says doesn't carry that. */
  | {
      readonly outcome: "fail";
      readonly why: "unsupported";
      readonly gap: EvidenceGap;
      readonly reasons: readonly string[];
      readonly model: string;
    }
  /** It said twice what is no judgement; the fault is the last one's. */
  | { readonly outcome: "fail"; readonly why: "unparseable"; readonly fault: JudgementFault; readonly model: string };

export type GradeError =
  | "noCriteria"
  | "criteriaTooLong"
  /** The host would not open the session, lost it, or can't show what it did. */
  | "sessionFailed"
  /** The session is the producer's or the caller's. */
  | "notIndependent"
  /** The session used a tool that no grader may use. */
  | "notReadOnly"
  | "timedOut"
  | "providerFailed"
  /** The turn ended without an answer. */
  | "noAnswer"
  /** There is no host that could open a session. */
  | "noHost"
  /** The host no longer answers prompts. */
  | "tooLate"
  | "stopped";
