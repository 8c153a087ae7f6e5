import type { Hooks } from "@opencode-ai/plugin";
import type { RetryWatch } from "./delegate/retry-watch.ts";
import type { RunningGates } from "./running-gates.ts";

type Event = Parameters<NonNullable<Hooks["event"]>>[0]["event"];

export interface EventHookParts {
  readonly running: RunningGates;
  readonly watch: RetryWatch;
  /** Told when a session has come to rest; may not reject. */
  readonly rest: (sessionID: string) => Promise<void>;
  readonly followTurns: (event: Event) => void;
  readonly followDispatches: (event: Event) => void;
  /** Called at the first event: by then somebody is there to see a toast. */
  readonly announce: () => void;
}

/**
 * Nothing else tells a hook that its caller was aborted or deleted: then its gate stops, since nobody waits for the
 * verdict. The host awaits no event hook, and a throw in one can hang its session, so this one only looks and aborts.
 */
export function createEventHook({
  running,
  watch,
  followTurns,
  followDispatches,
  rest,
  announce,
}: EventHookParts): NonNullable<Hooks["event"]> {
  let announced = false;
  return async ({ event }) => {
    if (!announced) {
      announced = true;
      announce();
    }
    watch.see(event);
    // Not awaited here: the host is still about to end the turn.
    if (event.type === "session.idle") void rest(event.properties.sessionID);
    followTurns(event);
    followDispatches(event);
    if (event.type === "session.deleted") running.stop(event.properties.info.id);
    if (event.type !== "session.error") return;
    const { sessionID, error } = event.properties;
    if (sessionID !== undefined && error?.name === "MessageAbortedError") running.stop(sessionID);
  };
}
