import type { Clock } from "../ports/machine.ts";
import type { TakenBaseline } from "./baseline.ts";
import type { Suspects } from "./suspects.ts";
import { withinTime } from "./within-time.ts";

export interface AbandonParts {
  readonly suspects: Suspects;
  readonly clock: Clock;
}

/** Milliseconds for looking at the work tree. */
const patienceMs = 30_000;

/**
 * Work that came to an end without a judgement leaves everything that it changed suspect: else whoever goes on with it would
 * have its tests and configuration taken for what had always been there. Gives why that can't be remembered, if it can't.
 */
export async function abandon(
  { repository, state, oracles }: TakenBaseline,
  { suspects, clock }: AbandonParts,
): Promise<string | undefined> {
  const look = async (signal: AbortSignal) => {
    const left = await repository.capture({ since: state }, signal);
    if (!left.ok) return left;
    const changes = await repository.compare(oracles, left.value.tree, signal);
    return changes.ok ? { ok: true as const, dirty: left.value.tree, changes: changes.value } : changes;
  };
  const found = await withinTime(patienceMs, clock, look);
  if (found === undefined) return `looking at the work tree took longer than ${patienceMs}ms`;
  if (!found.ok) return found.message;
  const paths = found.changes.map(({ path }) => path);
  suspects.remember(repository.root, { clean: oracles, dirty: found.dirty, paths });
  return undefined;
}
