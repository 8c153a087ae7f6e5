import type { PlanNote, PlanProblem } from "../dod/plan/plan-problem.ts";
import type { BlockNote } from "../dod/problem.ts";
import type { Problem } from "../gate/delegation.ts";
import { count } from "./count.ts";
import { describeInputFault, type InputFault, nameOf } from "./input-fault.ts";
import { describePlanNote, describePlanProblem } from "./plan-problems.ts";
import { describeWithoutPlace } from "./problem-sentence.ts";
import { describeBlockNote } from "./problems.ts";

type LintProblem = Problem | PlanProblem;
type LintNote = BlockNote | PlanNote;

/** What linting one file came to. */
export type LintedFile = { readonly file: string; readonly notes: readonly LintNote[] } & (
  | { readonly status: "judged"; readonly blocks: number; readonly problems: readonly LintProblem[] }
  /** It holds no block, and doesn't have to. */
  | { readonly status: "bare" }
  | { readonly status: "unjudged"; readonly fault: InputFault }
);

export type LintOutcome = "pass" | "fail" | "error";

/** What is wrong outweighs what is not known. */
export function outcomeOf(files: readonly LintedFile[]): LintOutcome {
  if (files.some((file) => file.status === "judged" && file.problems.length > 0)) return "fail";
  return files.some((file) => file.status === "unjudged") ? "error" : "pass";
}

/** A line for each problem and each note of a file, as `FILE:LINE:COLUMN: MESSAGE`. */
export function renderLinted(linted: LintedFile): string[] {
  const name = linted.file === "-" ? "-" : nameOf(linted.file);
  const problems = linted.status === "judged" ? linted.problems : [];
  return [
    ...problems.map((problem) => ({ at: problem.at, text: describe(problem) })),
    ...linted.notes.map((note) => ({ at: note.at, text: `note: ${describeNote(note)}` })),
  ].map(({ at, text }) => `${name}:${at.line}:${at.column}: ${text}`);
}

/** What could not be judged, and how much was. */
export function renderLintSummary(files: readonly LintedFile[]): string[] {
  const faults = files.flatMap((file) =>
    file.status === "unjudged" ? [`dod-gate: ${describeInputFault(file.file, file.fault)}`] : [],
  );
  const judged = files.flatMap((file) => (file.status === "judged" ? [file] : []));
  const bare = files.filter((file) => file.status === "bare").length;
  const blocks = judged.reduce((sum, file) => sum + file.blocks, 0);
  const problems = judged.reduce((sum, file) => sum + file.problems.length, 0);
  const parts = [
    ...(judged.length === 0
      ? []
      : [
          `${count(blocks, "block")} in ${count(judged.length, "file")}: ${problems === 0 ? "no problem" : count(problems, "problem")}`,
        ]),
    ...(bare === 0 ? [] : [`${count(bare, "file")} without a block`]),
  ];
  return parts.length === 0 ? faults : [...faults, `dod-gate: ${parts.join(", ")}`];
}

/** The same for programs. */
export function recordLinted(files: readonly LintedFile[]) {
  return { version: 1, command: "lint", outcome: outcomeOf(files), reasons: [], files: files.map(recordFile) };
}

function recordFile(linted: LintedFile) {
  const { file } = linted;
  const notes = linted.notes.map((note) => ({ ...note.at, code: note.code, message: describeNote(note) }));
  switch (linted.status) {
    case "judged": {
      const { blocks } = linted;
      const problems = linted.problems.map((problem) => {
        return { ...problem.at, code: problem.code, message: describe(problem) };
      });
      return { file, outcome: problems.length === 0 ? "pass" : "fail", blocks, problems, notes };
    }
    case "bare":
      return { file, outcome: "pass", blocks: 0, problems: [], notes };
    case "unjudged":
      return { file, outcome: "error", blocks: 0, problems: [], notes, reason: describeInputFault(file, linted.fault) };
  }
}

function describe(problem: LintProblem): string {
  switch (problem.code) {
    case "stepWithoutBlock":
    case "orphanBlock":
    case "duplicateStepNumber":
    case "noSteps":
    case "planTooLong":
    case "planTooManyParts":
      return describePlanProblem(problem);
    default:
      return describeWithoutPlace(problem);
  }
}

function describeNote(note: LintNote): string {
  return note.code === "orphanExample" ? describePlanNote(note) : describeBlockNote(note);
}
