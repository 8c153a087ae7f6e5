import { type Check, isCommandCheck } from "../dod/dod.ts";
import type { Clock } from "../ports/machine.ts";
import type { Repositories, Repository, WorkState } from "../ports/repository.ts";
import type { Suspects } from "./suspects.ts";
import { withinTime } from "./within-time.ts";

/** What the work tree held when the work was dispatched. */
export type Baseline =
  | {
      readonly status: "taken";
      readonly repository: Repository;
      readonly state: WorkState;
      /** The tree whose tests and configuration decide: the state's own, without what an earlier verdict has caught. */
      readonly oracles: string;
    }
  | { readonly status: "unchecked"; readonly why: Unchecked };

export type TakenBaseline = Extract<Baseline, { status: "taken" }>;

/** Why there is no baseline. */
export type Unchecked =
  /** The directory lies in no git work tree. */
  | { readonly code: "noRepository" }
  /** Nobody saw the dispatch, and by now the work may have been done. */
  | { readonly code: "dispatchUnseen" }
  | { readonly code: "tookTooLong"; readonly limitMs: number }
  | { readonly code: "failed"; readonly message: string };

export interface BaselineParts {
  readonly repositories: Repositories;
  readonly suspects: Suspects;
  readonly clock: Clock;
}

/** Milliseconds that a dispatch may be held up. */
const patienceMs = 20_000;

/** Whether any of these checks rests on what the producer could change besides its work. */
export function needsBaseline(checks: readonly Check[]): boolean {
  return checks.some((check) => {
    if (isCommandCheck(check)) return true;
    if (check.kind === "schemaMatch") return !check.schema.trimStart().startsWith("{");
    return check.kind === "fileExists" && check.changed === true;
  });
}

export async function takeBaseline(directory: string, parts: BaselineParts): Promise<Baseline> {
  const baseline = await withinTime(patienceMs, parts.clock, (signal) => take(directory, parts, signal));
  return baseline ?? unchecked({ code: "tookTooLong", limitMs: patienceMs });
}

async function take(directory: string, parts: BaselineParts, signal: AbortSignal): Promise<Baseline | undefined> {
  const opening = await parts.repositories.open(directory, signal);
  if (opening.status === "none") return unchecked({ code: "noRepository" });
  if (opening.status === "failed") return unchecked({ code: "failed", message: opening.message });
  const { repository } = opening;
  const state = await repository.capture({}, signal);
  if (!state.ok) return state.why === "stopped" ? undefined : unchecked({ code: "failed", message: state.message });
  const oracles = await parts.suspects.undo(repository, state.value.tree, signal);
  if (!oracles.ok)
    return oracles.why === "stopped" ? undefined : unchecked({ code: "failed", message: oracles.message });
  // Read ahead, while the work is done.
  void repository.files(oracles.value, new AbortController().signal);
  return { status: "taken", repository, state: state.value, oracles: oracles.value };
}

function unchecked(why: Unchecked): Baseline {
  return { status: "unchecked", why };
}
