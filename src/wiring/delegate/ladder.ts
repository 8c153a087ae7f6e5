import { type Blocker, remedies } from "./blocker.ts";
import { ceilingOf, costOf, isWithinCeiling, knownDollars } from "./ladder-cost.ts";
import { type LadderPlan, mostAttempts, type Rung } from "./ladder-plan.ts";
import type { Attempt, AttemptStep, End, LadderEvent, LadderState, ReviewReason } from "./ladder-state.ts";

export function startLadder(plan: LadderPlan): LadderState {
  const state = { plan, rung: 0, attempts: [], blocked: [], isBlocked: false };
  return { ...state, next: attemptOn(0, state) };
}

/**
 * Decides what comes next. Every event either ends the ladder, or makes one of the counted attempts, or is the only
 * blocked try before the next of these: after at most two events per attempt there is an end. `accepted` comes from
 * `passed` alone. After the end nothing changes any more.
 */
export function advance(state: LadderState, event: LadderEvent): LadderState {
  if (state.next.kind === "end") return state;
  switch (event.kind) {
    case "passed":
      return end(count(state, event, "passed"), { status: "accepted" });
    case "skipped":
      return end(count(state, event, "skipped"), { status: "skipped" });
    case "failed":
      return climb(count(state, event, "failed", event.fingerprint));
    case "producerTimedOut":
      return climb(count(state, event, "producerTimedOut", "producerTimedOut"));
    case "blocked":
      return block(state, event);
  }
}

type Undecided = Omit<LadderState, "next">;

function end(state: Undecided, how: DistributedOmit<End, "kind">): LadderState {
  return { ...state, next: { kind: "end", ...how } };
}

type DistributedOmit<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never;

function count(
  state: Undecided,
  { dollars }: LadderEvent,
  result: Attempt["result"],
  fingerprint: string | undefined = undefined,
): Undecided {
  const attempt = { ...rungAt(state.rung, state.plan), result, fingerprint, dollars: knownDollars(dollars) };
  return { ...state, attempts: [...state.attempts, attempt], isBlocked: false };
}

/** After a failure: the same rung again, the next one, or the end. */
function climb(state: Undecided): LadderState {
  const { plan, attempts, rung } = state;
  const here = attempts.filter(({ tier }) => tier === rungAt(rung, plan).tier);
  const last = here.at(-1)?.fingerprint;
  const isRepeated = here.slice(0, -1).some(({ fingerprint }) => fingerprint === last);
  const target = here.length < plan.attemptsPerRung && !isRepeated ? rung : rung + 1;
  if (!(target < plan.rungs.length))
    return end(state, { status: "unmet", because: { code: isRepeated ? "sameFailure" : "ladderSpent" } });
  if (!(attempts.length < plan.maxTotalAttempts))
    return end(state, { status: "unmet", because: { code: "attemptsSpent", most: plan.maxTotalAttempts } });
  if (!isWithinCeiling(state)) {
    const because = { code: "ceilingReached", cost: costOf(state), ceiling: ceilingOf(state) } as const;
    return end(state, { status: "unmet", because });
  }
  return { ...state, rung: target, next: attemptOn(target, state) };
}

/** A blocked try burns no attempt. It is repeated once, on the same rung, and only where that may help. */
function block(before: LadderState, event: Extract<LadderEvent, { kind: "blocked" }>): LadderState {
  const { blocker } = event;
  const blockedAt = (dollars: number | undefined): Undecided => ({
    ...before,
    blocked: [...before.blocked, { blocker, dollars }],
    isBlocked: true,
  });
  const spent = blockedAt(knownDollars(event.dollars));
  const because = reasonToGiveUp(before, spent, blocker);
  if (because !== undefined) return end(spent, { status: "needs_review", because, blocker });
  const again = attemptOn(before.rung, before);
  if (remedies[blocker] === "produce") return { ...spent, next: again };
  return { ...blockedAt(undefined), next: { ...again, kind: "judgeAgain" } };
}

function reasonToGiveUp(before: Undecided, spent: Undecided, blocker: Blocker): ReviewReason | undefined {
  const remedy = remedies[blocker];
  if (remedy === "none") return "needsUser";
  if (before.blocked.some((earlier) => earlier.blocker === blocker)) return "sameBlocker";
  if (before.isBlocked) return "blockedTwice";
  return remedy === "produce" && !isWithinCeiling(spent) ? "ceilingReached" : undefined;
}

function attemptOn(rung: number, { plan, attempts }: Pick<Undecided, "plan" | "attempts">): AttemptStep {
  const { tier } = rungAt(rung, plan);
  return { kind: "attempt", tier, number: attempts.length + 1, most: mostAttempts(plan) };
}

function rungAt(rung: number, { rungs }: LadderPlan): Rung {
  return rungs[rung] ?? rungs[0];
}
