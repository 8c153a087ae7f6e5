import type { GuardParts } from "../gate/guard.ts";
import type { GateTools } from "../gate/requests.ts";
import type { RecentWrites } from "./recent-writes.ts";

export interface GuardOpenerParts extends GuardParts {
  readonly writes: RecentWrites;
}

/** Opens the guard of one judgement. It brings much along, so it is loaded when it is first needed. */
export function createGuardOpener({ writes, ...parts }: GuardOpenerParts): GateTools["openGuard"] {
  return async (request, sessionIDs) => {
    const { Guard } = await import("../gate/guard.ts");
    const since = Date.now();
    const isForeign = (path: string) => writes.wasWrittenByOthers(path, { sessionIDs, since });
    return Guard.open({ ...request, isForeign }, parts);
  };
}
