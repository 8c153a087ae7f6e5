import type { Verdict } from "../gate/verdict.ts";
import { describeInputFault, type InputFault, nameOf } from "./input-fault.ts";
import { renderVerdict } from "./note.ts";
import { quote } from "./quote.ts";
import { recordOf } from "./verdict-record.ts";

/** What `dod-gate check` came to. */
export interface CheckedFile {
  readonly file: string;
  /** Absolute: where checks ran. */
  readonly directory: string;
  readonly verdict: Verdict;
  /** All criteria of all blocks: nobody grades them here. */
  readonly criteria: readonly string[];
}

/** The verdict as a person reads it. */
export function renderChecked({ file, verdict, criteria }: CheckedFile): string[] {
  if (verdict.outcome === "skip") return [`[dod-gate] ${nameOf(file)}: no [acceptance] block, nothing was verified`];
  const isListed = verdict.causes.some((cause) => cause.code === "notGraded");
  return [
    ...renderVerdict(verdict),
    ...(isListed ? [] : criteria.map((criterion) => `- not graded: criterion "${quote(criterion)}"`)),
  ];
}

/** The verdict as programs read it. */
export function recordChecked({ file, directory, verdict, criteria }: CheckedFile) {
  return { ...recordOf(verdict), command: "check", file, directory, ungraded: criteria };
}

/** The same where there was nothing to judge, or no way to. */
export function recordUnchecked(file: string, subject: string, fault: InputFault) {
  return {
    version: 1,
    outcome: "error",
    pass: false,
    skipped: false,
    method: "none",
    reasons: [describeInputFault(subject, fault)],
    notes: [],
    checks: [],
    unrun: [],
    durationMs: 0,
    command: "check",
    file,
    ungraded: [],
  };
}
