import type { PlanNote } from "../dod/plan/plan-problem.ts";
import type { PlanEdit } from "../dod/plan/plan-substance.ts";
import type { BlockNote } from "../dod/problem.ts";
import type { Problem } from "../gate/delegation.ts";
import { count } from "./count.ts";
import { describePlanNote } from "./plan-problems.ts";
import { describeProblem } from "./problem-sentence.ts";
import { describeBlockNote } from "./problems.ts";
import { quote } from "./quote.ts";

/** What somebody finds in a plan who holds it to the rules. */
export interface PlanFindings {
  /** As its user names it. */
  readonly path: string;
  readonly edit: PlanEdit;
  /** Steps, those in others left out. */
  readonly steps: number;
  readonly problems: readonly Problem[];
  readonly notes: readonly (BlockNote | PlanNote)[];
}

/** How many findings of a kind are named. */
const mostShown = 30;

/** The verdict on a plan to which blocks were to be added: its first line says it all. */
export function renderPlanReport({ path, edit, steps, problems, notes }: PlanFindings): string {
  const isGood = problems.length === 0 && (edit.kind === "onlyBlocks" || edit.kind === "unchanged");
  const what = isGood ? "every step can be verified" : count(problems.length, "problem");
  return [
    `[dod-gate ${isGood ? "✓" : "✗"} plan] ${quote(path, 120)}: ${count(steps, "step")}, ${what}`,
    `- ${describeEdit(edit)}`,
    ...problems.slice(0, mostShown).map((problem) => `- ${describeProblem(problem)}`),
    ...(problems.length > mostShown ? [`- and ${problems.length - mostShown} more`] : []),
    ...notes.slice(0, mostShown).map((note) => `- note: line ${note.at.line}: ${describeNote(note)}`),
  ].join("\n");
}

function describeEdit(edit: PlanEdit): string {
  switch (edit.kind) {
    case "unchanged":
      return "the plan was not changed";
    case "onlyBlocks":
      return "nothing but blocks was added, the rest of the plan is as it was";
    case "blocksLost":
      return `${count(edit.count, "block")} that the plan had before ${edit.count === 1 ? "is" : "are"} gone or changed; restore ${edit.count === 1 ? "it" : "them"}`;
    case "otherText":
      return `the plan itself was changed, first in line ${edit.line}; only blocks may be added: restore the rest`;
  }
}

function describeNote(note: BlockNote | PlanNote): string {
  return note.code === "orphanExample" ? describePlanNote(note) : describeBlockNote(note);
}

/** Why no blocks can be added to a plan. */
export function renderNoPlan(path: string, why: "notNamed" | "missing" | "outside" | "unreadable"): string {
  const reasons = {
    notNamed: "name the plan: /annotate-plan PLAN.md",
    missing: `there is no file ${quote(path, 120)}`,
    outside: `${quote(path, 120)} lies outside of the project`,
    unreadable: `${quote(path, 120)} is no text file of at most 1 MiB`,
  };
  return `[dod-gate] The plan can't be annotated: ${reasons[why]}.`;
}
