import type { printParseErrorCode } from "jsonc-parser";
import type { PresetNameRefusal } from "./presets.ts";
import type { ProgramRefusal } from "./program-name.ts";

/** One thing that is wrong with one layer of the configuration. */
export type ConfigProblem = Place & Fault;

export interface Place {
  /** As a reader knows it: relative to the project where it lies in there. */
  readonly file: string | "plugin options";
  /** The setting, as in `verify.checkTimeoutMs` or `commands.allow[0]`; empty for the whole layer. */
  readonly path: string;
  /** From 1; absent where there is no text to point into. */
  readonly line?: number;
  /** From 1, in UTF-16 code units. */
  readonly column?: number;
}

export type Fault =
  | { readonly code: "unknownKey"; readonly key: string; readonly suggestion?: string }
  /** An option of the top level that stands in a section. */
  | { readonly code: "topLevelKey"; readonly key: string }
  | { readonly code: "missingKey"; readonly missing: string }
  | { readonly code: "duplicateKey"; readonly key: string }
  | { readonly code: "wrongType" | "badValue"; readonly expected: Expectation; readonly got: unknown }
  | { readonly code: "refusedProgram"; readonly program: string; readonly reason: ProgramRefusal }
  | { readonly code: "refusedPresetName"; readonly key: string; readonly reason: PresetNameRefusal }
  /** The chosen preset is neither shipped nor in any layer. */
  | {
      readonly code: "unknownPreset";
      readonly name: string;
      readonly suggestion?: string;
      readonly known: readonly string[];
    }
  /** Two project checks decide the same criterion. */
  | { readonly code: "duplicateCriterion"; readonly criterion: string }
  | { readonly code: "syntax"; readonly error: SyntaxFault }
  | { readonly code: "tooNested"; readonly limit: number }
  | { readonly code: "notAFile" }
  | { readonly code: "tooLarge"; readonly size: number; readonly limit: number }
  | { readonly code: "unreadable"; readonly message: string }
  /** The libraries that validate settings can't be loaded. */
  | { readonly code: "notValidated"; readonly message: string }
  /** So many further problems were left out. */
  | { readonly code: "more"; readonly count: number };

/** What would have been right. */
export type Expectation =
  | { readonly kind: "section" }
  | { readonly kind: "oneOf"; readonly values: readonly string[] }
  | { readonly kind: "boolean" }
  | { readonly kind: "milliseconds"; readonly most: number }
  | { readonly kind: "command" }
  | { readonly kind: "programs" }
  | { readonly kind: "program" }
  | { readonly kind: "globs" }
  | { readonly kind: "glob" }
  | { readonly kind: "temperature"; readonly most: number }
  | { readonly kind: "presets" }
  | { readonly kind: "preset" }
  | { readonly kind: "tier" }
  | { readonly kind: "model" }
  | { readonly kind: "ratio" }
  | { readonly kind: "ladder" }
  | { readonly kind: "attempts"; readonly most: number }
  | { readonly kind: "cycles"; readonly most: number }
  | { readonly kind: "multiple" }
  | { readonly kind: "projectChecks" }
  | { readonly kind: "projectCheck" }
  | { readonly kind: "criterion"; readonly most: number }
  | { readonly kind: "pathBelow" }
  | { readonly kind: "pathsBelow" }
  | { readonly kind: "text" };

export type SyntaxFault = ReturnType<typeof printParseErrorCode>;
