/** Where a place in a text is, as editors count: both from 1, columns in UTF-16 code units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Who wrote the Definition of Done: the dispatch, the plan, or the plugin's own inference. */
export type DodSource = "explicit" | "annotation" | "inferred";

/** What every check that runs a command may also say. */
interface CommandOptions {
  /** The check must fail without the change and pass with it. */
  readonly failToPass?: boolean;
  /** A glob of oracle files that the change is meant to edit. */
  readonly allowEdit?: string;
}

interface Located {
  readonly at: Position;
}

export interface RunCheck extends Located, CommandOptions {
  readonly kind: "run";
  readonly command: string;
  /** A substring that must occur in the command's output. */
  readonly expect?: string;
}

/** A check of a script that most projects have; without a command its default is used. */
export interface ScriptCheck extends Located, CommandOptions {
  readonly kind: "testsPass" | "buildPasses" | "lintClean";
  readonly command?: string;
}

export interface FileExistsCheck extends Located {
  readonly kind: "fileExists";
  readonly path: string;
  /** The producer must have created or changed the file. */
  readonly changed?: boolean;
}

export interface FileContainsCheck extends Located {
  readonly kind: "fileContains";
  readonly path: string;
  readonly text: string;
}

export interface SchemaMatchCheck extends Located {
  readonly kind: "schemaMatch";
  readonly path: string;
  /** Inline JSON (it begins with `{`) or the path of a JSON file. */
  readonly schema: string;
}

export type CommandCheck = RunCheck | ScriptCheck;
export type FileCheck = FileExistsCheck | FileContainsCheck | SchemaMatchCheck;
export type Check = CommandCheck | FileCheck;
export type CheckKind = Check["kind"];

/** One parsed block. */
export interface Dod extends Located {
  readonly source: DodSource;
  readonly deliverable?: string;
  readonly checks: readonly Check[];
  readonly criteria: readonly string[];
}

/** How a DoD is judged; never written by its author, always derived. */
export type DodKind = "deterministic" | "checker" | "none";

export function kindOf(dod: Pick<Dod, "checks" | "criteria">): DodKind {
  if (dod.checks.length > 0) return "deterministic";
  return dod.criteria.length > 0 ? "checker" : "none";
}

export function isCommandCheck(check: Check): check is CommandCheck {
  switch (check.kind) {
    case "run":
    case "testsPass":
    case "buildPasses":
    case "lintClean":
      return true;
    case "fileExists":
    case "fileContains":
    case "schemaMatch":
      return false;
  }
}
