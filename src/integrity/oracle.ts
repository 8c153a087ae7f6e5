import type { Check } from "../dod/dod.ts";
import type { FileChange, Tree } from "./tree.ts";

/** What is asked about the oracles of one check. */
export interface OracleQuestion {
  readonly changes: readonly FileChange[];
  readonly baseline: Tree;
  readonly candidate: Tree;
  /** The check that is to be decided. */
  readonly check: Check;
  /** The command that is really run, a default filled in; undefined where the check runs none. */
  readonly command: string | undefined;
  /** The directory that the check works in, relative to the root; empty for the root itself. */
  readonly base: string;
  /** What the block names as its work's product, relative to the base. */
  readonly deliverables: readonly string[];
  /** Globs of more oracles, relative to the root. */
  readonly declared: readonly string[];
}

export type OracleReason =
  | "script"
  | "manifest"
  | "lockfile"
  | "packageManagerConfig"
  | "toolConfig"
  | "test"
  | "snapshot"
  | "namedByScript"
  | "schema"
  | "declared"
  | "repositoryRules";

export interface TouchedOracle {
  readonly path: string;
  readonly status: FileChange["status"];
  readonly why: OracleReason;
}

/** What must be laid over the candidate, in order, so that the baseline's oracles decide. */
export type Restoration =
  | { readonly path: string; readonly to: "baseline" }
  | { readonly path: string; readonly to: "removed" }
  | { readonly path: string; readonly to: "text"; readonly text: string };

export type OracleNote =
  /** The baseline has no such script, so that the candidate's own decides. */
  | { readonly code: "newScript"; readonly script: string }
  /** New tests that rest on files which are put back, and so run in place alone. */
  | { readonly code: "testsLaidAside"; readonly paths: readonly string[] }
  /** A lockfile that changed together with the dependencies that it locks is left as it is. */
  | { readonly code: "lockfileFollows"; readonly path: string }
  /** A glob that is too intricate to be used; what it was to declare is not declared. */
  | { readonly code: "unusableGlob"; readonly glob: string }
  /** There was more to follow than is followed, so that some oracle may have been missed. */
  | { readonly code: "searchCutShort" };

export interface OracleReading {
  readonly touched: readonly TouchedOracle[];
  /** Touched too, but declared by the check's `allowEdit`. */
  readonly allowed: readonly string[];
  readonly restorations: readonly Restoration[];
  readonly notes: readonly OracleNote[];
}
