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

/** A criterion that the project binds to a command. No block can write one: a block writes the criterion. */
export type ProjectCheck = ProjectCheckFacts &
  (
    | { readonly command: string; readonly missing?: never }
    /** The project was asked for its command and names none: then the check fails. */
    | { readonly command?: never; readonly missing: MissingCommand }
  );

interface ProjectCheckFacts extends Located {
  readonly kind: "projectCheck";
  readonly criterion: string;
  /** Only a block says these. */
  readonly failToPass?: never;
  readonly allowEdit?: never;
  /** Absolute: the root of the work tree that the project is in. A copy of it is judged in the same places. */
  readonly root?: string;
  /** Absolute: the project's own directory. */
  readonly home: string;
  /** Absolute, the home or below it: where the command runs. */
  readonly directory: string;
  /** Absolute: files that decide the check's outcome, besides those that are found without being named. */
  readonly oraclePaths: readonly string[];
}

/** Why a project names no command of its own. */
export type MissingCommand =
  /** No file that was looked into has a line with one. */
  | { readonly code: "noLine"; readonly files: readonly VerifyFile[] }
  /** The line is there, and holds a placeholder, or not one command in the form that can be read. */
  | {
      readonly code: "placeholder" | "unreadableLine" | "severalLines";
      readonly file: VerifyFile;
      readonly line: number;
    }
  /** The file is there, and can't be read. */
  | { readonly code: "unreadableFile"; readonly file: VerifyFile; readonly why: "notAFile" | "tooLarge" | "unreadable" }
  /** package.json has none of the scripts that would do. */
  | { readonly code: "noScript"; readonly scripts: readonly string[] };

/** A file that may name the command which verifies a project. */
export type VerifyFile = "init.sh" | "VERIFICATION.md";

export type CommandCheck = RunCheck | ScriptCheck | ProjectCheck;
export type FileCheck = FileExistsCheck | FileContainsCheck | SchemaMatchCheck;
/** A check as a block writes it. */
export type WrittenCheck = RunCheck | ScriptCheck | FileCheck;
export type Check = WrittenCheck | ProjectCheck;
/** The kinds that a block can write. */
export type CheckKind = WrittenCheck["kind"];

/** One parsed block. */
export interface Dod extends Located {
  readonly source: DodSource;
  readonly deliverable?: string;
  readonly checks: readonly Check[];
  readonly criteria: readonly string[];
  /** Criteria of the block that the project's own commands decide; they stand in `criteria` no more. */
  readonly covered?: readonly ProjectCheck[];
}

/** How a DoD is judged; never written by its author, always derived. */
export type DodKind = "deterministic" | "checker" | "none";

/** What a covered criterion leaves to a grader is still the grader's: it was never one of the author's own checks. */
export function kindOf(dod: Pick<Dod, "checks" | "criteria" | "covered">): DodKind {
  if (dod.checks.length > 0) return "deterministic";
  if (dod.criteria.length > 0) return "checker";
  return (dod.covered ?? []).length > 0 ? "deterministic" : "none";
}

/** Everything that is run for a DoD: the author's checks, then the commands that decide covered criteria. */
export function checksOf({ checks, covered = [] }: Pick<Dod, "checks" | "covered">): readonly Check[] {
  return [...checks, ...covered];
}

/** What the blocks say the work leaves, in their order. */
export function deliverablesOf(dods: readonly Pick<Dod, "deliverable">[]): string[] {
  return dods.flatMap((dod) => dod.deliverable ?? []);
}

export function isCommandCheck(check: Check): check is CommandCheck {
  switch (check.kind) {
    case "run":
    case "testsPass":
    case "buildPasses":
    case "lintClean":
    case "projectCheck":
      return true;
    case "fileExists":
    case "fileContains":
    case "schemaMatch":
      return false;
  }
}
