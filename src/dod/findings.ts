import type { Position } from "./dod.ts";
import { limits } from "./limits.ts";
import type { BlockNote, BlockProblem } from "./problem.ts";

/** Collects what is found in one text, and of a hostile one only so much. */
export class Findings {
  readonly #problems: BlockProblem[] = [];
  readonly #notes: BlockNote[] = [];

  /** How many problems were kept. */
  get problemCount(): number {
    return this.#problems.length;
  }

  addProblem(problem: BlockProblem): void {
    const { length } = this.#problems;
    if (length < limits.problems) this.#problems.push(problem);
    else if (length === limits.problems) {
      this.#problems.push({ at: problem.at, code: "tooManyProblems", limit: limits.problems });
    }
  }

  addNote(note: BlockNote): void {
    const { length } = this.#notes;
    if (length < limits.notes) this.#notes.push(note);
    else if (length === limits.notes) this.#notes.push({ at: note.at, code: "tooManyNotes", limit: limits.notes });
  }

  /** In the order of the text; what says that there are more comes last. */
  get problems(): BlockProblem[] {
    return inOrder(this.#problems, limits.problems);
  }

  get notes(): BlockNote[] {
    return inOrder(this.#notes, limits.notes);
  }
}

function inOrder<Finding extends { readonly at: Position }>(findings: readonly Finding[], limit: number): Finding[] {
  const kept = findings.slice(0, limit).sort((a, b) => a.at.line - b.at.line || a.at.column - b.at.column);
  return [...kept, ...findings.slice(limit)];
}
