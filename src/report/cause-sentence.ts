import type { Cause, VerdictNote } from "../gate/verdict.ts";
import { describeProblem } from "./problem-sentence.ts";
import { describeBlockNote } from "./problems.ts";
import { quote } from "./quote.ts";

/** Why a verdict is not a pass, as lines: the first stands for the rest. */
export function describeCause(cause: Cause): readonly [string, ...string[]] {
  switch (cause.code) {
    case "brokenConfig":
      return ["the gate's configuration can't be used; correct it and restart OpenCode", ...cause.problems];
    case "malformedBlock":
      return [
        `the [acceptance] block has ${count(cause.problems.length, "problem")}`,
        ...cause.problems.map(describeProblem),
      ];
    case "recordUnreadable":
      return [`the producer's session can't be read (${quote(cause.message)})`];
    case "producerFailed":
      return [`the producer's turn failed (${quote(cause.message)})`];
    case "emptyReturn":
      return ["the producer returned no text, so its turn may have been cut off"];
    case "noGrader":
      return [
        `no grader available for ${count(cause.criteria.length, "criterion", "criteria")}; judge by yourself, or replace with a check`,
        ...cause.criteria.map((criterion) => `criterion: ${quote(criterion)}`),
      ];
    case "budgetSpent":
      return [`verification gate timed out after ${cause.budgetMs}ms (verify.gateBudgetMs raises the limit)`];
    case "stopped":
      return ["judging was stopped, by an abort or because OpenCode was closing"];
    case "changedWhileJudged":
      return [
        "files changed while they were being judged, so the verdict is void; verify again when nothing writes to them",
        ...cause.paths.slice(0, 10).map((path) => quote(path)),
      ];
    case "crashed":
      return [`verification failed (fail-closed): ${quote(cause.message)}`];
  }
}

export function describeNote(note: VerdictNote): string {
  switch (note.code) {
    case "block":
      return `line ${note.note.at.line}: ${describeBlockNote(note.note)}`;
    case "criteriaNotGraded":
      return `${count(note.count, "criterion", "criteria")} not graded`;
    case "attributionUnknown":
      return "the host takes no snapshots here and the producer ran commands, so its changes are not fully known";
  }
}

/** `1 check`, `3 checks`. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
