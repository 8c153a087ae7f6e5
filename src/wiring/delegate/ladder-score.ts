import type { Method } from "../../gate/verdict.ts";
import type { Scorecard } from "../../report/scorecard.ts";
import { costOf } from "./ladder-cost.ts";
import type { End, LadderState } from "./ladder-state.ts";

/** What the scorecard of a ladder says that has come to this end. */
export function scoreOf(state: LadderState, { status }: End, method: Method): Scorecard {
  const { plan, rung, attempts, blocked } = state;
  return {
    status,
    method,
    tier: plan.isInherited ? undefined : plan.rungs[rung]?.tier,
    attempts: attempts.length,
    blocked: blocked.length,
    // Each climb leads to the very next rung.
    escalations: rung,
    cost: costOf(state),
  };
}
