import type { Check, MissingCommand } from "../dod/dod.ts";
import type { CommandProblem } from "./command-problem.ts";
import type { UnknownChange } from "./context.ts";

/** Why a check failed: the work was judged and is not good enough. */
export type FailReason =
  | { readonly code: "exited"; readonly exitCode: number }
  | { readonly code: "killed"; readonly signal: string }
  | { readonly code: "timedOut"; readonly timeoutMs: number }
  | { readonly code: "expectMissing"; readonly expect: string }
  /** The runner's own summary says that it ran no test. */
  | { readonly code: "noTests" }
  /** The script that the check stands for is missing from package.json, empty or npm's placeholder. */
  | { readonly code: "noneConfigured"; readonly script: string; readonly packageJson?: string }
  /** The project was asked for the command that decides a criterion, and names none. */
  | { readonly code: "noCommand"; readonly missing: MissingCommand }
  | { readonly code: "fileMissing"; readonly target: Target }
  | { readonly code: "notAFile"; readonly target: Target }
  | { readonly code: "unchanged"; readonly target: Target }
  | { readonly code: "textMissing"; readonly target: Target; readonly text: string }
  | { readonly code: "notJson"; readonly target: Target; readonly message: string }
  | { readonly code: "schemaMismatch"; readonly target: Target; readonly mismatches: readonly string[] }
  /** It passes in place, and fails with the tests and configuration that were there before: `touched` are those. */
  | { readonly code: "baselineOraclesFail"; readonly reason: FailReason; readonly touched: readonly string[] }
  /** It passes without the change too, so that it proves nothing about the change. */
  | { readonly code: "passesWithoutChange" };

/** Why a check could not be judged: says nothing about the work. */
export type ErrorReason =
  /** `ignored` is a file of that name which lies inside the project and so isn't trusted. */
  | { readonly code: "toolMissing"; readonly tool: string; readonly ignored?: string }
  | { readonly code: "notStarted"; readonly message: string }
  /** A file of the project would stand in for a program that every script relies on. */
  | { readonly code: "shadowed"; readonly tool: string; readonly path: string }
  | { readonly code: "denied"; readonly permission: string; readonly pattern: string }
  | { readonly code: "needsApproval"; readonly permission: string; readonly pattern: string }
  /** The command breaks the policy. */
  | { readonly code: "refused"; readonly problems: readonly CommandProblem[] }
  /** A relative path that leads out of the base directory. */
  | { readonly code: "pathEscapes"; readonly target: Target }
  | { readonly code: "unreadable"; readonly target: Target; readonly message: string }
  /** In bytes. */
  | { readonly code: "tooLarge"; readonly target: Target; readonly size: number; readonly limit: number }
  /** `target` is the schema's own file, where it is no inline schema. */
  | { readonly code: "schemaUnusable"; readonly message: string; readonly target?: Target }
  /** It passed in place, but what the baseline's tests and configuration say could not be found out. */
  | { readonly code: "baselineOraclesUnheard"; readonly why: Unheard; readonly touched: readonly string[] }
  /** It passed, but whether it fails without the change, as `failToPass` asks, could not be found out. */
  | { readonly code: "failToPassUnproved"; readonly why: Unheard }
  /** Whether it was changed can't be told. */
  | { readonly code: "changeUnknown"; readonly why: UnknownChange; readonly target: Target }
  /** It was stopped before it had an answer: the user's abort, the gate's budget, or the host's end. */
  | { readonly code: "stopped" }
  | { readonly code: "crashed"; readonly message: string };

/** Why a run in a copy gave no answer. */
export type Unheard =
  /** There is no state from before the work to compare with. */
  | { readonly code: "noBaseline" }
  | { readonly code: "noCopy"; readonly message: string }
  /** The run itself came to something that is no answer. */
  | { readonly code: "ran"; readonly reason: FailReason | ErrorReason };

/** The place a file check looked at, as its messages name it. */
export interface Target {
  /** As the author wrote it. */
  readonly path: string;
  /** The directory that a relative path was resolved in; absent for an absolute path. */
  readonly base?: string;
  /** Where links led, when that is not the path itself. */
  readonly realPath?: string;
}

export type CheckOutcome =
  | { readonly outcome: "pass" }
  | { readonly outcome: "fail"; readonly reason: FailReason }
  | { readonly outcome: "error"; readonly reason: ErrorReason };

/** What a command left behind; a file check has none. */
export interface CommandRun {
  readonly exitCode: number | null;
  readonly timedOut: boolean;
  /** Bounded, without control sequences. Not scrubbed yet: that happens where a text leaves. */
  readonly stdoutTail: string;
  readonly stderrTail: string;
}

export type CheckResult = CheckOutcome & {
  readonly check: Check;
  /** The command really run, a default filled in. */
  readonly command?: string;
  readonly run?: CommandRun;
  readonly durationMs: number;
  /** What the reader should know although it decides nothing. */
  readonly notes?: readonly string[];
};
