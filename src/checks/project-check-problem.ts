import type { Place } from "../config/problem.ts";
import type { EntryKind } from "../ports/repository.ts";
import type { CommandProblem } from "./command-problem.ts";

/** Why a project check can't be used; with one, no work can be accepted. */
export type ProjectCheckProblem = Place & ProjectCheckFault;

export type ProjectCheckFault =
  | { readonly code: "refusedCommand"; readonly problem: CommandProblem }
  /** The commit has no directory there. */
  | { readonly code: "noDirectory"; readonly cwd: string; readonly kind: EntryKind | undefined }
  /** The commit has no regular file there. */
  | { readonly code: "noOracle"; readonly oracle: string; readonly kind: EntryKind | undefined }
  /** The commit's package.json, where there is one, has no such script. */
  | { readonly code: "noScript"; readonly script: string; readonly packageJson: string | undefined }
  | { readonly code: "noAnswer"; readonly message: string };
