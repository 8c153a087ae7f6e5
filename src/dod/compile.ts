import { readCheck } from "./check.ts";
import type { Check, Dod, DodSource, Position } from "./dod.ts";
import { excerpt } from "./excerpt.ts";
import type { Findings } from "./findings.ts";
import { limits } from "./limits.ts";
import { placeIn } from "./line.ts";
import { readStatements, type Statement } from "./statement.ts";

interface Lines {
  /** Where the DoD is said to be. */
  readonly at: Position;
  readonly body: string;
  readonly firstLine: number;
}

/** Compiles the lines of one block. What has a problem is left out of the DoD, which can't pass then anyway. */
export function compile({ at, body, firstLine }: Lines, source: DodSource, findings: Findings): Dod {
  if (body.length > limits.blockLength) {
    findings.addProblem({ at, code: "blockTooLarge", limit: limits.blockLength });
    return { source, at, checks: [], criteria: [] };
  }
  const problemsBefore = findings.problemCount;
  const draft = new Draft(findings);
  for (const statement of readStatements(body, firstLine)) draft.add(statement);
  const { deliverable, checks, criteria } = draft;
  if (checks.length + criteria.length === 0 && findings.problemCount === problemsBefore) {
    findings.addProblem({ at, code: "emptyBlock" });
  }
  return { source, at, ...(deliverable !== undefined && { deliverable }), checks, criteria };
}

/** A DoD in the making. */
class Draft {
  deliverable: string | undefined;
  readonly checks: Check[] = [];
  readonly criteria: string[] = [];
  readonly #findings: Findings;
  #checkLines = 0;
  #criteriaLines = 0;

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  add(statement: Statement): void {
    switch (statement.type) {
      case "check":
        this.#addCheck(statement);
        break;
      case "text":
        this.#addText(statement);
        break;
      case "prose":
        this.#findings.addNote({ at: statement.at, code: "ignoredProse", text: excerpt(statement.text) });
        break;
      case "problem":
        this.#findings.addProblem(statement.problem);
        break;
    }
  }

  #addCheck(statement: Extract<Statement, { type: "check" }>): void {
    this.#checkLines++;
    if (this.#checkLines <= limits.checks) {
      const check = readCheck(statement, (problem) => this.#findings.addProblem(problem));
      if (check !== undefined) this.checks.push(check);
    } else if (this.#checkLines === limits.checks + 1) {
      const at = placeIn(statement.line, statement.start);
      this.#findings.addProblem({ at, code: "tooManyChecks", limit: limits.checks });
    }
  }

  #addText({ directive, at, text }: Extract<Statement, { type: "text" }>): void {
    if (text === "") this.#findings.addNote({ at, code: "ignoredEmpty", directive });
    else if (directive === "deliverable") this.deliverable = text;
    else this.#addCriterion(at, text);
  }

  #addCriterion(at: Position, text: string): void {
    this.#criteriaLines++;
    if (this.#criteriaLines <= limits.criteria) this.criteria.push(text);
    else if (this.#criteriaLines === limits.criteria + 1) {
      this.#findings.addProblem({ at, code: "tooManyCriteria", limit: limits.criteria });
    }
  }
}
