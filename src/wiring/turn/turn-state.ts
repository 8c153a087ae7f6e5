import type { Outcome } from "../../gate/verdict.ts";

/** Where the work on one message with a block stands. Undefined, beside it: nothing is under way. */
export type TurnState =
  /** The agent works; at its end the work is judged. */
  | { readonly phase: "working"; readonly fixes: number }
  | { readonly phase: "judging"; readonly fixes: number }
  /** The failure is on its way back to the agent, which has not taken it up. */
  | { readonly phase: "returning"; readonly fixes: number };

export type TurnEvent =
  | { readonly kind: "block" }
  /** A message of the user without a block. */
  | { readonly kind: "message" }
  | { readonly kind: "idle" }
  /** What looked like the end of the work was none. */
  | { readonly kind: "resumed" }
  | { readonly kind: "judged"; readonly outcome: Outcome }
  /** The agent has taken the failure up. */
  | { readonly kind: "returned" }
  | { readonly kind: "notReturned" }
  | { readonly kind: "aborted" }
  /** The session is gone, or the message is taken back. */
  | { readonly kind: "vanished" };

/** How a turn ended. */
export type TurnEnding = "judged" | "takenOver" | "notReturned" | "aborted" | "vanished";

export type TurnAction =
  | { readonly kind: "open" }
  /** Adds a block to those of the work that is under way. */
  | { readonly kind: "join" }
  | { readonly kind: "judge" }
  | { readonly kind: "stopJudging" }
  | { readonly kind: "sendBack"; readonly fixes: number }
  | { readonly kind: "end"; readonly how: TurnEnding; readonly fixes: number };

export interface TurnStep {
  readonly state: TurnState | undefined;
  readonly actions: readonly TurnAction[];
}

/** What an event makes of a turn. A failure goes back `fixCycles` times at most. */
export function step(state: TurnState | undefined, event: TurnEvent, fixCycles: number): TurnStep {
  if (state === undefined) return event.kind === "block" ? opened([]) : { state, actions: [] };
  switch (event.kind) {
    case "block":
      if (isFirstWork(state)) return { state, actions: [{ kind: "join" }] };
      return opened(end(state, "takenOver").actions);
    case "message":
      return isFirstWork(state) ? { state, actions: [] } : end(state, "takenOver");
    case "idle":
      if (state.phase !== "working") return { state, actions: [] };
      return { state: { ...state, phase: "judging" }, actions: [{ kind: "judge" }] };
    case "resumed":
      if (state.phase !== "judging") return { state, actions: [] };
      return { state: { ...state, phase: "working" }, actions: [{ kind: "stopJudging" }] };
    case "judged":
      return state.phase === "judging" ? judged(state, event.outcome, fixCycles) : { state, actions: [] };
    case "returned":
      if (state.phase !== "returning") return { state, actions: [] };
      return { state: { ...state, phase: "working" }, actions: [] };
    case "notReturned":
      return state.phase === "returning" ? end(state, "notReturned") : { state, actions: [] };
    case "aborted":
    case "vanished":
      return end(state, event.kind);
  }
}

/** What the user says while the agent works on the block itself is part of the same turn. */
function isFirstWork(state: TurnState): boolean {
  return state.phase === "working" && state.fixes === 0;
}

function opened(actions: readonly TurnAction[]): TurnStep {
  return { state: { phase: "working", fixes: 0 }, actions: [...actions, { kind: "open" }] };
}

function judged(state: TurnState, outcome: Outcome, fixCycles: number): TurnStep {
  if (outcome !== "fail" || state.fixes >= fixCycles) return end(state, "judged");
  const fixes = state.fixes + 1;
  return { state: { phase: "returning", fixes }, actions: [{ kind: "sendBack", fixes }] };
}

function end(state: TurnState, how: TurnEnding): TurnStep {
  const stop: TurnAction[] = state.phase === "judging" && how !== "judged" ? [{ kind: "stopJudging" }] : [];
  return { state: undefined, actions: [...stop, { kind: "end", how, fixes: state.fixes }] };
}
