import type { CheckResult, CommandRun } from "../../checks/result.ts";
import type { Cause, Verdict } from "../../gate/verdict.ts";
import { maskNoise } from "./failure-noise.ts";

/** The last lines of each stream that are compared: where the kept output begins depends on how long the rest is. */
const comparedLines = 40;

/**
 * Names a failure: which checks failed and how, the ends of their output, and what the grader found. Equal failures have
 * equal names, whatever their times, numbers, ids and temporary paths. 16 hex digits, made in linear time.
 */
export function fingerprintFailure({ checks, causes }: Pick<Verdict, "checks" | "causes">): string {
  return digest(JSON.stringify([checks.flatMap(factsOfCheck), causes.map(factsOfCause)]));
}

function factsOfCheck(result: CheckResult): unknown[] {
  if (result.outcome !== "fail") return [];
  const { check, reason, run } = result;
  const detail = maskLines(Object.values(reason).map((value) => JSON.stringify(value)));
  // How far a command comes before its time is up says nothing.
  const output = run === undefined || reason.code === "timedOut" ? [] : outputOf(run);
  return [[check, reason.code, run?.exitCode, detail, output]];
}

function outputOf({ stdoutTail, stderrTail }: CommandRun): string[][] {
  return [stdoutTail, stderrTail].map((tail) => {
    const lines = tail.split(/[\r\n]+/).filter((line) => line.trim() !== "");
    return maskLines(lines.slice(-comparedLines));
  });
}

function factsOfCause(cause: Cause): unknown[] {
  switch (cause.code) {
    case "criteriaUnmet":
      return [cause.code, maskLines(cause.reasons)];
    case "unsupportedPass":
      return [cause.code, cause.gap.code];
    case "unreadableJudgement":
      return [cause.code, cause.fault];
    case "brokenConfig":
    case "malformedBlock":
    case "recordUnreadable":
    case "producerFailed":
    case "emptyReturn":
    case "notGraded":
    case "budgetSpent":
    case "stopped":
    case "changedWhileJudged":
    case "integrityUnknown":
    case "crashed":
      return [cause.code];
  }
}

function maskLines(lines: readonly string[]): string[] {
  return lines.map(maskNoise);
}

/** Two hashes of 32 bits (FNV-1a): enough to tell a handful of failures apart, which nobody gains from forging. */
function digest(text: string): string {
  let [one, other] = [0x811c9dc5, 0x9747b28c];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other ^ code, 0x5bd1e995);
  }
  return [one, other].map((hash) => (hash >>> 0).toString(16).padStart(8, "0")).join("");
}
