import type { Verdict } from "../gate/verdict.ts";
import { recordOf, type VerdictRecord } from "./verdict-record.ts";

/** Where a turn stands, as programs read it. */
export type TurnStatus = "returned" | "accepted" | "unmet" | "needs_review";

/** A turn's verdict as programs read it, in `metadata.dodGate` of the note's parts. */
export interface TurnRecord extends VerdictRecord {
  readonly wiring: "turn";
  readonly status: TurnStatus;
  /** The user's message that holds the block. */
  readonly messageID: string;
  /** How often the work has been sent back before. */
  readonly fixes: number;
}

export function turnRecordOf(
  verdict: Verdict,
  { status, messageID, fixes }: Pick<TurnRecord, "status" | "messageID" | "fixes">,
): TurnRecord {
  return { ...recordOf(verdict), wiring: "turn", status, messageID, fixes };
}
