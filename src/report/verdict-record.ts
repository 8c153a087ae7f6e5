import type { CheckResult } from "../checks/result.ts";
import type { DodSource } from "../dod/dod.ts";
import type { Method, Outcome, Verdict } from "../gate/verdict.ts";
import { describeCause, describeNotes } from "./cause-sentence.ts";
import { describeCheck, describeUnrun } from "./check-sentence.ts";
import { type IntegrityRecord, recordIntegrity } from "./integrity-record.ts";

/** One check's facts, as programs read them. */
export interface CheckRecord {
  readonly kind: string;
  /** What a project's own check decides; absent for all others. */
  readonly criterion?: string;
  readonly outcome: "pass" | "fail" | "error";
  readonly passed: boolean;
  readonly command?: string;
  readonly exitCode: number | null;
  readonly timedOut: boolean;
  readonly stdoutTail: string;
  readonly stderrTail: string;
  readonly durationMs: number;
  /** One sentence; absent for a pass. */
  readonly reason?: string;
}

/** A verdict as programs read it, in `metadata.dodGate` of the judged call. */
export interface VerdictRecord {
  readonly version: 1;
  readonly outcome: Outcome;
  /** True exactly when `outcome` is `pass`. */
  readonly pass: boolean;
  readonly skipped: boolean;
  readonly method: Method;
  readonly dodSource?: DodSource;
  /** Why it is not a pass, a sentence each. */
  readonly reasons: readonly string[];
  readonly notes: readonly string[];
  readonly checks: readonly CheckRecord[];
  /** The grader's reasons for a pass. */
  readonly evidence?: string;
  /** `provider/model` of the grader that answered. */
  readonly graderModel?: string;
  /** What the verdict compared, and where each command ran; absent where there was nothing to compare with. */
  readonly integrity?: IntegrityRecord;
  /** Checks without an answer: unverified, not passed. */
  readonly unrun: readonly string[];
  readonly durationMs: number;
}

/** A recorded tail is shorter than what is kept for the note: many verdicts stay in one session. In UTF-16 code units. */
const longestTail = 2000;

export function recordOf(verdict: Verdict): VerdictRecord {
  const failing = verdict.checks.filter((check) => check.outcome !== "pass");
  const causes = verdict.causes.flatMap((cause) => describeCause(cause));
  return {
    version: 1,
    outcome: verdict.outcome,
    pass: verdict.outcome === "pass",
    skipped: verdict.outcome === "skip",
    method: verdict.method,
    ...(verdict.dodSource === undefined ? {} : { dodSource: verdict.dodSource }),
    reasons: [...failing.map(describeCheck), ...causes],
    notes: describeNotes(verdict),
    ...recordGrading(verdict),
    ...(verdict.integrity === undefined ? {} : { integrity: recordIntegrity(verdict.integrity) }),
    checks: verdict.checks.map(recordCheck),
    unrun: verdict.unrun.map(describeUnrun),
    durationMs: Math.round(verdict.durationMs),
  };
}

function recordGrading({ grading }: Verdict): Pick<VerdictRecord, "evidence" | "graderModel"> {
  if (grading === undefined) return {};
  return {
    ...(grading.evidence.length === 0 ? {} : { evidence: grading.evidence.join("\n") }),
    ...(grading.model === undefined ? {} : { graderModel: grading.model }),
  };
}

function recordCheck(result: CheckResult): CheckRecord {
  const { run, command } = result;
  return {
    kind: result.check.kind,
    ...(result.check.kind === "projectCheck" ? { criterion: result.check.criterion } : {}),
    outcome: result.outcome,
    passed: result.outcome === "pass",
    ...(command === undefined ? {} : { command }),
    exitCode: run?.exitCode ?? null,
    timedOut: run?.timedOut ?? false,
    stdoutTail: (run?.stdoutTail ?? "").slice(-longestTail),
    stderrTail: (run?.stderrTail ?? "").slice(-longestTail),
    durationMs: Math.round(result.durationMs),
    ...(result.outcome === "pass" ? {} : { reason: describeCheck(result) }),
  };
}
