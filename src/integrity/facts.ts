import type { Check } from "../dod/dod.ts";
import type { OracleNote, TouchedOracle } from "./oracle.ts";

/** Where a check was run. */
export type RunPlace =
  | "inPlace"
  /** A copy of the work, with the tests and configuration from before it. */
  | "baselineOracles"
  /** A copy of what was there before the work, with the work's new tests. */
  | "withoutChange";

export interface PlacedRun {
  readonly place: RunPlace;
  readonly outcome: "pass" | "fail" | "error";
  readonly exitCode: number | null;
}

/** What was found out about one check besides its own outcome. */
export interface CheckFacts {
  readonly check: Check;
  readonly command: string | undefined;
  readonly touched: readonly TouchedOracle[];
  /** Touched too, but declared. */
  readonly allowed: readonly string[];
  readonly notes: readonly OracleNote[];
  readonly ran: readonly PlacedRun[];
}

/** What a verdict rests on: names of trees, and where each command ran. */
export interface IntegrityEvidence {
  readonly baseline: string;
  readonly candidate: string;
  /** SHA-256 of the binary patch between the two, in hex; absent where it could not be had. */
  readonly patchHash?: string;
  readonly checks: readonly CheckFacts[];
}
