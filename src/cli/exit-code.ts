import type { Outcome } from "../gate/verdict.ts";

/** 0 accepted, or no problem; 1 not accepted, or problems; 2 could not be judged. */
export type ExitCode = 0 | 1 | 2;

export function exitCodeOf(outcome: Outcome): ExitCode {
  switch (outcome) {
    case "pass":
    case "skip":
      return 0;
    case "fail":
      return 1;
    case "error":
      return 2;
  }
}
