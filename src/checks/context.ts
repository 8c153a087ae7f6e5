import type { Check } from "../dod/dod.ts";
import type { Clock, Exec, ExecOutcome, Files } from "../ports/machine.ts";
import type { CommandPolicy } from "./command.ts";
import type { Action } from "./permission.ts";
import type { CheckOutcome, CheckResult } from "./result.ts";
import type { RunQueue } from "./run-queue.ts";
import type { Environment } from "./search-path.ts";
import type { Slots } from "./slots.ts";

/** The part of the configuration that is about commands. */
export interface CommandSettings extends CommandPolicy {
  /** What testsPass, buildPasses and lintClean run where they name no command; else npm's scripts. */
  readonly test?: string | undefined;
  readonly build?: string | undefined;
  readonly lint?: string | undefined;
}

export interface Permissions {
  /** What the caller's own rules say; for `bash` the pattern is a whole command (see `evaluateCommand`). */
  decide(permission: PermissionName, pattern: string): Promise<Action>;
  /** Asks where they say `ask`; without it, what would have to be asked is not done. */
  approve?(permission: PermissionName, pattern: string): Promise<boolean>;
}

export type PermissionName = "bash" | "external_directory";

/**
 * Whether the producer created or changed what is at a path. `observed`: something did, and nobody knows who. `noBase`: there
 * is no record, nor anything else to compare with. `unwatched`: what there is to compare with doesn't cover the path.
 */
export type ChangeAnswer = "changed" | "observed" | "unchanged" | UnknownChange;

export type UnknownChange = "noBase" | "unwatched";

/** What every run of checks in a process has in common: make it once. */
export interface SharedRuns {
  /** Keeps testsPass, buildPasses and lintClean from running twice at once in a workspace. */
  readonly queue: RunQueue<ExecOutcome>;
  /** Limits the `run` commands that go on at once. */
  readonly slots: Slots;
}

/** Everything that running checks needs. */
export interface CheckContext {
  readonly exec: Exec;
  readonly files: Files;
  readonly clock: Clock;
  readonly shared: SharedRuns;
  /** Absolute: where commands run and relative paths begin. */
  readonly base: string;
  /** The project's outermost directory. Without one, or with a file system's root, only the base directory is the project. */
  readonly worktree?: string | undefined;
  readonly platform: NodeJS.Platform;
  readonly hostEnv: Environment;
  readonly commands: CommandSettings;
  /** Milliseconds that one command may take, once it runs. */
  readonly checkTimeoutMs: number;
  readonly permissions: Permissions;
  readonly wasChanged: (path: string) => Promise<ChangeAnswer>;
  /** Has the last word on what a check came to; without it, its run in place does. */
  readonly guard?: CheckGuard | undefined;
  /** Where the project really is, when the base directory lies in a copy of it. */
  readonly original?: OriginalPlace | undefined;
  /** Stops what runs and what waits. */
  readonly signal: AbortSignal;
  /** Called when a check begins to work, as against waiting for its turn; what it returns is called at its end. */
  readonly beginWork?: (check: Check) => () => void;
  readonly onResult?: ((result: CheckResult) => void) | undefined;
}

/** Knows whether what decides a check is what decided it before the work. */
export interface CheckGuard {
  decide(check: Check, inPlace: Finding, context: CheckContext): Promise<Finding>;
}

export interface OriginalPlace {
  /** The project's outermost directory, links followed: runs there and in its copies never overlap. */
  readonly root: string;
  /** Every name by which the project is known. */
  readonly names: readonly string[];
}

/** What a runner finds out. */
export type Finding = CheckOutcome & Pick<CheckResult, "command" | "run" | "notes"> & { readonly durationMs?: number };

export const passed = { outcome: "pass" } as const;

export const stopped = { outcome: "error", reason: { code: "stopped" } } as const;
