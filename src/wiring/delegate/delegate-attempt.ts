import type { Preset } from "../../config/config.ts";
import { checksOf, deliverablesOf } from "../../dod/dod.ts";
import type { Delegation, Phase } from "../../gate/delegation.ts";
import { type Verdict, withoutJudgement } from "../../gate/verdict.ts";
import { modelFor, type Tier } from "../../grader/tiers.ts";
import type { Sessions } from "../../ports/host.ts";
import type { Log } from "../../ports/machine.ts";
import type { Try } from "../../report/delegation-note.ts";
import type { AttemptFailure } from "../../report/retry-prompt.ts";
import { contain } from "../boundary.ts";
import type { Gatekeeper } from "../gatekeeper.ts";
import type { DelegateRequest } from "./delegate-request.ts";
import { eventOf } from "./ladder-event.ts";
import type { End, LadderEvent, Step } from "./ladder-state.ts";
import { type ProduceParts, type Production, produce } from "./produce.ts";
import { producerRules } from "./producer-rules.ts";
import { readWork, type WorkReading } from "./read-work.ts";

export interface AttemptParts extends ProduceParts {
  readonly sessions: Pick<Sessions, "readTree">;
  readonly gatekeeper: Pick<Gatekeeper, "judgeDelegated" | "abandon">;
  /** Undefined under `inherit`. */
  readonly preset: Preset | undefined;
  /** Milliseconds for each producer's turn. */
  readonly delegateTimeoutMs: number;
  readonly log: Log;
}

/** One call of the tool, once it may begin. */
export interface Run {
  readonly callerID: string;
  readonly request: DelegateRequest;
  readonly signal: AbortSignal;
  readonly approve: NonNullable<Delegation["approve"]>;
  readonly onProgress: (at: Position, progress: Progress) => void;
}

export interface Position {
  readonly number: number;
  readonly most: number;
  /** Undefined where every tier is the caller's own model. */
  readonly tier: Tier | undefined;
  readonly producerID: string | undefined;
}

/** What a delegation is doing right now. */
export type Progress = { readonly kind: "producing" } | Phase;

/** What a step of the ladder came to. */
export interface Taken {
  readonly try: Try;
  readonly event: LadderEvent;
  /** What the next producer has to know; undefined where nothing has been found out about the work. */
  readonly failure: AttemptFailure | undefined;
}

type WorkStep = Exclude<Step, End>;

/**
 * Makes single attempts. Remembers the last one's producer in case its work is judged again, and all of them, since what an
 * earlier one left is part of the work that a later one hands in.
 */
export class Attempts {
  private readonly run: Run;
  private readonly parts: AttemptParts;
  private readonly isInherited: boolean;
  private last: string | undefined;
  private readonly producers = new Set<string>();
  /** Milliseconds since the epoch. */
  private readonly begunAt = Date.now();

  constructor(run: Run, parts: AttemptParts, isInherited: boolean) {
    this.run = run;
    this.parts = parts;
    this.isInherited = isInherited;
  }

  async take(step: WorkStep, prompt: string): Promise<Taken> {
    if (step.kind === "judgeAgain" && this.last !== undefined) return this.judge(step, this.last);
    const production = await this.produce(step, prompt);
    const { producerID } = production;
    if (producerID !== undefined) this.producers.add(producerID);
    if (production.kind === "worked" && producerID !== undefined) {
      this.last = producerID;
      return this.judge(step, producerID);
    }
    this.parts.gatekeeper.abandon(this.run.request.definition);
    const reading = producerID === undefined ? undefined : await this.read(producerID);
    return failedToProduce(
      production,
      { ...this.describe(step, producerID), text: reading?.text ?? "" },
      { dollars: reading?.dollars, unrun: this.run.request.definition.dods.flatMap(checksOf) },
    );
  }

  private produce(step: WorkStep, prompt: string): Promise<Production> {
    const { callerID, request, signal, onProgress } = this.run;
    const { agent, description, callerRules, depth, limits } = request;
    const numbered = step.number === 1 ? description : `${description}, attempt ${step.number}`;
    onProgress(this.position(step, undefined), { kind: "producing" });
    return produce(
      {
        callerID,
        title: `${numbered} (@${agent.name} subagent)`,
        agent: agent.name,
        rules: producerRules({ agentRules: agent.rules, callerRules, depth, limits }),
        model: modelFor(step.tier, this.parts.preset) ?? agent.model ?? request.callerModel,
        prompt,
        timeoutMs: this.parts.delegateTimeoutMs,
        signal,
        onOpened: (producerID) => onProgress(this.position(step, producerID), { kind: "producing" }),
      },
      this.parts,
    );
  }

  private async judge(step: WorkStep, producerID: string): Promise<Taken> {
    const { callerID, request, signal, approve, onProgress } = this.run;
    const { reading, text, dollars } = await this.read(producerID);
    const verdict = await contain<Verdict>(
      "delegated work",
      this.parts.log,
      () =>
        this.parts.gatekeeper.judgeDelegated({
          callerID,
          caller: request.caller,
          definition: request.definition,
          directory: request.directory,
          reading,
          signal,
          approve,
          onPhase: (phase) => onProgress(this.position(step, producerID), phase),
        }),
      (message) => withoutJudgement("error", { code: "crashed", message }),
    );
    return {
      try: { ...this.describe(step, producerID), verdict, text },
      event: eventOf(verdict, dollars),
      failure: verdict.outcome === "fail" ? { kind: "judged", ...verdict } : undefined,
    };
  }

  private read(producerID: string): Promise<WorkReading> {
    const { sessions } = this.parts;
    const declaredOutputs = deliverablesOf(this.run.request.definition.dods);
    const earlier = [...this.producers].filter((id) => id !== producerID);
    return readWork({ producerID, earlier, since: this.begunAt, declaredOutputs }, sessions);
  }

  private position({ tier, number, most }: WorkStep, producerID: string | undefined): Position {
    return { number, most, tier: this.isInherited ? undefined : tier, producerID };
  }

  private describe(step: WorkStep, producerID: string | undefined) {
    const { number, tier } = this.position(step, producerID);
    return { number, tier, producerID };
  }
}

/** The gate is not opened for what no producer has finished. */
function failedToProduce(
  production: Production,
  about: Omit<Try, "verdict">,
  { dollars, unrun }: { readonly dollars: number | undefined; readonly unrun: Verdict["unrun"] },
): Taken {
  switch (production.kind) {
    case "timedOut": {
      const { timeoutMs } = production;
      const message = `it did not finish within ${timeoutMs}ms (verify.delegateTimeoutMs raises the limit)`;
      return {
        try: { ...about, verdict: withoutJudgement("fail", { code: "producerFailed", message }, unrun) },
        event: { kind: "producerTimedOut", dollars },
        failure: { kind: "timedOut", timeoutMs },
      };
    }
    case "blocked": {
      const { blocker, message } = production;
      return {
        try: { ...about, verdict: withoutJudgement("error", { code: "producerFailed", message }, unrun) },
        event: { kind: "blocked", blocker: `producer:${blocker}`, dollars },
        failure: undefined,
      };
    }
    case "worked":
      throw new Error("a producer that worked was not judged");
  }
}
