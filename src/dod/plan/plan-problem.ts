import type { Position } from "../dod.ts";

interface Located {
  readonly at: Position;
}

/** What is wrong with a plan besides its blocks' own problems. */
export type PlanProblem = Located &
  /** A step that somebody has to verify and nobody can. `within`: a step around it that has a block. */
  (
    | { readonly code: "stepWithoutBlock"; readonly step: string; readonly within?: string }
    /** A block that is neither in a step nor right after one. */
    | { readonly code: "orphanBlock"; readonly tag: string }
    | { readonly code: "duplicateStepNumber"; readonly number: string; readonly firstLine: number }
    | { readonly code: "noSteps" }
    | { readonly code: "planTooLong" | "planTooManyParts"; readonly limit: number }
  );

/** An example outside of all steps, in a code fence. */
export interface PlanNote extends Located {
  readonly code: "orphanExample";
  readonly tag: string;
}

/** Why a line or an argument that names a step leads to none. */
export type PlanReferenceProblem = Located &
  (
    | { readonly code: "planMissing" | "planOutside"; readonly path: string }
    | { readonly code: "planUnreadable"; readonly path: string; readonly why: PlanFault }
    | { readonly code: "stepNotNamed"; readonly path: string; readonly steps: readonly string[] }
    | {
        readonly code: "unknownStep";
        readonly path: string;
        readonly step: string;
        readonly suggestion?: string;
        readonly steps: readonly string[];
      }
    | {
        readonly code: "ambiguousStep";
        readonly path: string;
        readonly step: string;
        readonly lines: readonly number[];
      }
    | { readonly code: "tooManyPlans"; readonly limit: number }
    /** The work is done, and how the plan stood when it was dispatched is not known any more. */
    | { readonly code: "planForgotten"; readonly path: string }
  );

export type PlanFault = "notAFile" | "notText" | "tooLarge" | "unreadable";
