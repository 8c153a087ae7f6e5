import type { Verdict } from "../../gate/verdict.ts";
import { blockerOf } from "./blocker.ts";
import { fingerprintFailure } from "./failure-fingerprint.ts";
import type { LadderEvent } from "./ladder-state.ts";

/** What a verdict means to the ladder. */
export function eventOf(verdict: Verdict, dollars: number | undefined): LadderEvent {
  switch (verdict.outcome) {
    case "pass":
      return { kind: "passed", dollars };
    case "fail":
      return { kind: "failed", fingerprint: fingerprintFailure(verdict), dollars };
    case "error":
      return { kind: "blocked", blocker: blockerOf(verdict), dollars };
    case "skip":
      return { kind: "skipped", dollars };
  }
}
