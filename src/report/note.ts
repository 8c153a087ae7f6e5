import type { CheckResult } from "../checks/result.ts";
import type { Verdict } from "../gate/verdict.ts";
import { describeCause, describeNotes } from "./cause-sentence.ts";
import { describeCheck, describeUnrun } from "./check-sentence.ts";
import { count } from "./count.ts";
import { fullTail, renderTail, shortTail } from "./output-tail.ts";

/** Failed checks that show their full tail; the rest show less, so that a note stays readable. */
const fullTails = 4;

/**
 * What the caller reads below a result; empty for a skip. The producer's session is named where there is one, because
 * continuing it costs less than starting over.
 */
export function renderNote(verdict: Verdict, producerID: string | undefined): string {
  switch (verdict.outcome) {
    case "skip":
    case "pass":
      return renderVerdict(verdict).join("\n");
    case "fail":
      return [...renderVerdict(verdict), nextAfterFail(producerID)].join("\n");
    case "error":
      return [...renderVerdict(verdict), nextAfterError].join("\n");
  }
}

/** The lines of a verdict without what to do about it; none for a skip. */
export function renderVerdict(verdict: Verdict): string[] {
  switch (verdict.outcome) {
    case "skip":
      return [];
    case "pass":
      return [`[dod-gate ✓ accepted: ${verdict.method}] ${describePass(verdict)}`, ...renderNotes(verdict)];
    case "fail":
      return [`[dod-gate ✗ NOT ACCEPTED] ${headline(verdict)}`, ...renderBody(verdict)];
    case "error":
      return [`[dod-gate ? NEEDS REVIEW] ${headline(verdict)}`, ...renderBody(verdict)];
  }
}

/** Why a verdict is not a pass: in a few words, then in lines. */
export function renderReasons(verdict: Verdict): readonly [string, ...string[]] {
  return [headline(verdict), ...renderBody(verdict)];
}

function describePass({ checks, grading }: Verdict): string {
  const parts = checks.length === 0 ? [] : [`${count(checks.length, "check")} passed`];
  if (grading !== undefined) parts.push(`${count(grading.criteria, "criterion", "criteria")} met`);
  return parts.join(", ");
}

const nextAfterError =
  "NEXT: nothing above says that the work is bad, only that it is unverified; remove the obstacle and verify again, or ask the user. Do not treat this result as complete.";

function nextAfterFail(producerID: string | undefined): string {
  const how =
    producerID === undefined
      ? "fix the above and delegate again"
      : `fix the above and continue the same subagent with task_id="${producerID}"`;
  return `NEXT: ${how}; do not treat this result as complete.`;
}

function headline(verdict: Verdict): string {
  const [cause] = verdict.causes;
  const failed = verdict.checks.filter((check) => check.outcome === "fail").length;
  const open = verdict.checks.filter((check) => check.outcome === "error").length;
  const all = count(verdict.checks.length, "check");
  const decides = verdict.outcome === "error" || failed === 0 || cause?.code === "budgetSpent";
  if (cause !== undefined && decides) return describeCause(cause)[0];
  if (failed > 0 && verdict.outcome === "fail") return `${failed} of ${all} failed`;
  return `${open} of ${all} could not be judged`;
}

function renderBody(verdict: Verdict): string[] {
  const lines: string[] = [];
  let shown = 0;
  for (const check of verdict.checks) {
    if (check.outcome === "pass" || isStopped(check)) continue;
    lines.push(`- ${describeCheck(check)}`);
    if (check.run !== undefined) lines.push(...renderTail(check.run, shown++ < fullTails ? fullTail : shortTail));
  }
  const first = headline(verdict);
  for (const cause of verdict.causes) {
    const [sentence, ...details] = describeCause(cause);
    if (sentence !== first) lines.push(`- ${sentence}`);
    lines.push(...details.map((detail) => `- ${detail}`));
  }
  if (verdict.unrun.length > 0) {
    lines.push(`- unverified, not passed: ${verdict.unrun.map(describeUnrun).join("; ")}`);
  }
  return [...lines, ...renderNotes(verdict)];
}

/** A stopped check is listed among the unverified ones and needs no line of its own. */
function isStopped(check: CheckResult): boolean {
  return check.outcome === "error" && check.reason.code === "stopped";
}

function renderNotes(verdict: Verdict): string[] {
  return describeNotes(verdict).map((note) => `- note: ${note}`);
}
