import type { EscalateConfig, Preset } from "../../../src/config/config.ts";
import { defaults } from "../../../src/config/defaults.ts";
import type { Tier } from "../../../src/grader/tiers.ts";
import type { Blocker } from "../../../src/wiring/delegate/blocker.ts";
import { advance, startLadder } from "../../../src/wiring/delegate/ladder.ts";
import { planLadder } from "../../../src/wiring/delegate/ladder-plan.ts";
import type { LadderEvent, LadderState } from "../../../src/wiring/delegate/ladder-state.ts";

export const preset: Preset = {
  fast: { model: "a/fast", costRatio: 1 },
  medium: { model: "a/medium", costRatio: 2 },
  heavy: { model: "a/heavy", costRatio: 4 },
};

export interface Situation {
  readonly escalate?: Partial<EscalateConfig>;
  readonly preset?: Preset | undefined;
  readonly requested?: Tier;
}

export function start({ escalate = {}, requested, ...given }: Situation = {}): LadderState {
  const inForce = "preset" in given ? given.preset : preset;
  return startLadder(planLadder({ escalate: { ...defaults.escalate, ...escalate }, preset: inForce, requested }));
}

let failures = 0;

/** A failure like none before, unless it is named. */
export function fail(fingerprint = `failure ${failures++}`, dollars?: number): LadderEvent {
  return { kind: "failed", fingerprint, dollars };
}

export const pass: LadderEvent = { kind: "passed", dollars: undefined };
export const timeout: LadderEvent = { kind: "producerTimedOut", dollars: undefined };

export function blocked(blocker: Blocker, dollars?: number): LadderEvent {
  return { kind: "blocked", blocker, dollars };
}

export const outage = blocked("producer:providerFailed");
export const graderDown = blocked("grader:timedOut");

/** What was asked for, step by step, and the state at the end. */
export function run(events: readonly LadderEvent[], situation?: Situation) {
  let state = start(situation);
  const steps = [describeStep(state)];
  for (const event of events) {
    state = advance(state, event);
    steps.push(describeStep(state));
  }
  return { steps, state };
}

function describeStep({ next }: LadderState): string {
  switch (next.kind) {
    case "attempt":
      return `${next.number} ${next.tier}`;
    case "judgeAgain":
      return `${next.number} ${next.tier} again`;
    case "end": {
      if (next.status === "unmet") return `unmet: ${next.because.code}`;
      return next.status === "needs_review" ? `needs_review: ${next.because} ${next.blocker}` : next.status;
    }
  }
}
