import type { CheckResult } from "../checks/result.ts";
import type { Check } from "../dod/dod.ts";
import { describeCheck, describeUnrun } from "./check-sentence.ts";
import { count } from "./count.ts";
import { describeDuration } from "./duration.ts";

export interface ChecksUnderWay {
  readonly open: readonly Check[];
  readonly all: number;
  readonly elapsedMs: number;
}

/** What is still going on, in one line: ``2 of 5 checks done, 12s: testsPass: `npm test` …``. */
export function renderUnderWay({ open, all, elapsedMs }: ChecksUnderWay): string {
  const [first] = open;
  const seconds = `${Math.floor(elapsedMs / 1000)}s`;
  const head = `${all - open.length} of ${count(all, "check")} done, ${seconds}`;
  if (first === undefined) return head;
  return `${head}: ${describeUnrun(first)}${open.length > 1 ? ` and ${open.length - 1} more` : ""}`;
}

/** A check that has an answer, in one line. */
export function renderResult(result: CheckResult): string {
  switch (result.outcome) {
    case "pass":
      return `✓ ${describeUnrun(result.check)} after ${describeDuration(result.durationMs)}`;
    case "fail":
      return `✗ ${describeCheck(result)}`;
    case "error":
      return `? ${describeCheck(result)}`;
  }
}
