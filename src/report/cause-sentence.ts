import type { FileNote } from "../config/watch.ts";
import type { Cause, Verdict, VerdictNote } from "../gate/verdict.ts";
import { count } from "./count.ts";
import { describeFault, describeGap, describeGradeError } from "./grade-sentence.ts";
import { describeIntegrityNote } from "./integrity-sentence.ts";
import { describeProblem, describeWhere } from "./problem-sentence.ts";
import { describeBlockNote } from "./problems.ts";
import { quote } from "./quote.ts";

/** Why a verdict is not a pass, as lines: the first stands for the rest. */
export function describeCause(cause: Cause): readonly [string, ...string[]] {
  switch (cause.code) {
    case "brokenConfig":
      return [
        "the gate's configuration can't be used; correct it, and restart OpenCode where it runs",
        ...cause.problems,
      ];
    case "malformedBlock":
      return [
        `${count(cause.problems.length, "problem")} with the [acceptance] block`,
        ...cause.problems.map(describeProblem),
      ];
    case "recordUnreadable":
      return [`the producer's session can't be read (${quote(cause.message)})`];
    case "producerFailed":
      return [`producer failed: ${quote(cause.message)}`];
    case "emptyReturn":
      return ["the producer returned no text, so its turn may have been cut off"];
    case "criteriaUnmet":
      return [
        "the grader found criteria that are not met",
        ...cause.reasons.map((reason) => `grader: ${quote(reason, 600)}`),
      ];
    case "unsupportedPass":
      return [
        `unsupported pass: the grader accepted the work, but ${describeGap(cause.gap)}`,
        ...cause.reasons.map((reason) => `grader: ${quote(reason, 600)}`),
      ];
    case "unreadableJudgement":
      return [`the grader's reply could not be read, also when asked again: ${describeFault(cause.fault)}`];
    case "notGraded":
      return [
        describeGradeError(cause.why, cause.message, cause.criteria.length),
        ...cause.criteria.map((criterion) => `unverified, not passed: criterion "${quote(criterion)}"`),
      ];
    case "budgetSpent":
      return [`verification gate timed out after ${cause.budgetMs}ms (verify.gateBudgetMs raises the limit)`];
    case "stopped":
      return ["judging was stopped before its end, by an abort or a signal"];
    case "changedWhileJudged":
      return [
        "files changed while they were being judged, so the verdict is void; verify again when nothing writes to them",
        ...cause.paths.slice(0, 10).map((path) => quote(path)),
      ];
    case "integrityUnknown":
      return [`whether the work changed what decides it can't be told (${quote(cause.message)})`];
    case "crashed":
      return [`verification failed (fail-closed): ${quote(cause.message)}`];
  }
}

/** What decides nothing, the checks' own notes last. */
export function describeNotes({ notes, checks }: Pick<Verdict, "notes" | "checks">): string[] {
  return [...notes.map(describeNote), ...checks.flatMap((check) => check.notes ?? [])];
}

function describeNote(note: VerdictNote): string {
  switch (note.code) {
    case "block":
      return `${describeWhere(note.note)}line ${note.note.at.line}: ${describeBlockNote(note.note)}`;
    case "planChanged":
      return `the plan ${quote(note.path)} was changed since the dispatch: the block of step "${quote(note.step, 80)}" decides as it was dispatched`;
    case "criteriaNotGraded":
      return `${count(note.count, "criterion", "criteria")} not graded`;
    case "attributionUnknown":
      return "the host takes no snapshots here and the producer ran commands, so its changes are not fully known";
    case "skipped":
      return note.because === "trivial"
        ? "not verified: a trivial lookup"
        : "not verified: nothing was changed and no check was asked for";
    case "sameModel":
      return `graded by ${quote(note.model)}, the model that had done the work`;
    case "configFile":
      return describeFileNote(note.note);
    case "notPinned":
      return "project checks not pinned: no commit, so they are those of the configuration as it was when OpenCode opened the project";
    default:
      return describeIntegrityNote(note);
  }
}

/** What a configuration file holds, and isn't in force. */
export function describeFileNote({ code, file }: FileNote): string {
  switch (code) {
    case "edited":
      return `${quote(file)} was edited since OpenCode opened the project, which changes nothing; restart OpenCode to have it read again`;
    case "overruled":
      return `${quote(file)} differs from what is committed, which is in force; commit it to put it in force, and restart OpenCode`;
  }
}
