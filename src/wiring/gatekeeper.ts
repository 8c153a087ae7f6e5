import type { ArtefactReading } from "../artefact/artefact.ts";
import { attribute } from "../artefact/attribute.ts";
import type { Actor } from "../artefact/record.ts";
import { deliverablesOf } from "../dod/dod.ts";
import { accept } from "../gate/accept.ts";
import type { Definition, Delegation } from "../gate/delegation.ts";
import type { GateSettings, GateTools } from "../gate/requests.ts";
import { type Verdict, withoutJudgement } from "../gate/verdict.ts";
import type { Conversations, Sessions } from "../ports/host.ts";
import { renderNote } from "../report/note.ts";
import { renderRefusal } from "../report/refusal.ts";
import { recordOf, type VerdictRecord } from "../report/verdict-record.ts";
import type { Scrub } from "../scrub/scrub.ts";
import { scrubAll } from "../scrub/scrub-all.ts";
import type { DispatchText } from "./define.ts";
import type { RunningGates } from "./running-gates.ts";
import { readTurn, type TurnRequest } from "./turn/read-turn.ts";

/** One piece of finished work. */
export interface Work {
  readonly callerID: string;
  /** The call that the work was delegated with; a background result names none. */
  readonly callID: string | undefined;
  /** Undefined where the host named none. */
  readonly producerID: string | undefined;
  readonly definition: Definition;
  /** Milliseconds since the epoch; undefined where only the caller's record can tell. */
  readonly since: number | undefined;
}

/** The same, where the plugin itself has had it done. */
export interface DelegatedWork extends Pick<Delegation, "callerID" | "caller" | "definition" | "directory"> {
  readonly approve: NonNullable<Delegation["approve"]>;
  readonly onPhase: NonNullable<Delegation["onPhase"]>;
  readonly reading: ArtefactReading;
  readonly signal: AbortSignal;
}

/** The same, where a person asked the agent itself. */
export interface TurnWork extends Omit<TurnRequest, "declaredOutputs"> {
  readonly actor: Actor;
  readonly definition: Definition;
  readonly signal: AbortSignal;
}

/** A verdict as it leaves: for the caller to read, and for programs. */
export interface Report {
  /** Empty for a skip. */
  readonly note: string;
  readonly record: VerdictRecord;
}

export interface GatekeeperParts {
  readonly sessions: Sessions;
  readonly conversations: Pick<Conversations, "busy">;
  readonly tools: GateTools;
  /** Stands in for the tools' own where the host no longer takes prompts when a turn is over. */
  readonly gradeTurn?: GateTools["grade"];
  readonly settings: GateSettings;
  readonly define: (dispatch: DispatchText) => Promise<Definition>;
  readonly loadScrub: () => Promise<Scrub>;
  readonly running: RunningGates;
  /** The absolute directory in which checks run. */
  readonly directory: string;
}

/** What the wirings of the `task` tool ask of it. */
export type TaskGatekeeper = Pick<Gatekeeper, "define" | "refuse" | "judge" | "reportCrash">;

/** What every wiring asks: is this block usable, is this work accepted, and what shall the caller read? */
export class Gatekeeper {
  private readonly parts: GatekeeperParts;

  constructor(parts: GatekeeperParts) {
    this.parts = parts;
  }

  /** The DoD of a dispatch, with everything that is wrong with it. */
  define(dispatch: DispatchText): Promise<Definition> {
    return this.parts.define(dispatch);
  }

  /** What the caller reads instead of a result when the block can't be used; undefined where it can. */
  async refuse(definition: Definition): Promise<string | undefined> {
    if (definition.problems.length === 0) return undefined;
    return (await this.parts.loadScrub())(renderRefusal(definition.problems));
  }

  /** Judges finished work; undefined where its prompt asked for nothing. */
  async judge(work: Work): Promise<Report | undefined> {
    const { dods, problems, notes } = work.definition;
    const { required = [] } = this.parts.settings;
    if (dods.length + problems.length + notes.length + required.length === 0) return undefined;
    return this.parts.running.run(work.callerID, async (signal) => {
      const { settings, tools } = this.parts;
      const site = await this.findSite(work);
      const since = work.since ?? site?.startedAt;
      const reading = await this.read(work, since);
      const delegation = {
        callerID: work.callerID,
        caller: site?.caller ?? {},
        definition: work.definition,
        directory: this.parts.directory,
      };
      const verdict = await accept({ wiring: "task", delegation, reading, settings, signal }, tools);
      return this.report(verdict, work.producerID);
    });
  }

  /** The verdict on work that the `delegate` tool has had done; what to tell the caller is that tool's business. */
  judgeDelegated(work: DelegatedWork): Promise<Verdict> {
    const { settings, tools } = this.parts;
    return accept({ ...work, wiring: "delegate", delegation: work, settings }, tools);
  }

  /** The verdict on a turn, scrubbed; undefined while the turn goes on. */
  async judgeTurn(work: TurnWork): Promise<Verdict | undefined> {
    const { sessions, conversations, settings, tools, gradeTurn, running, directory } = this.parts;
    const { sessionID: callerID, definition, actor: caller } = work;
    const declaredOutputs = deliverablesOf(definition.dods);
    const reading = await readTurn({ ...work, declaredOutputs }, sessions, conversations);
    if (reading === undefined) return undefined;
    return running.run(callerID, async (stopped) => {
      const delegation = { callerID, caller, definition, directory };
      const signal = AbortSignal.any([work.signal, stopped]);
      const grade = gradeTurn ?? tools.grade;
      const verdict = await accept({ wiring: "turn", delegation, reading, settings, signal }, { ...tools, grade });
      return scrubAll(verdict, await this.parts.loadScrub());
    });
  }

  /** Work that will never be judged: what it changed must not pass for what was there before the next. */
  abandon({ baseline }: Pick<Definition, "baseline">): void {
    if (baseline?.status === "taken") this.parts.tools.abandon?.(baseline);
  }

  /** The report of a judgement that broke down: never silent, never a pass. */
  reportCrash(message: string): Promise<Report> {
    return this.report(withoutJudgement("error", { code: "crashed", message }), undefined);
  }

  private async report(verdict: Verdict, producerID: string | undefined): Promise<Report> {
    const clean = scrubAll(verdict, await this.parts.loadScrub());
    return { note: renderNote(clean, producerID), record: recordOf(clean) };
  }

  private findSite({ callerID, callID, producerID }: Work) {
    const { sessions } = this.parts;
    if (callID !== undefined) return sessions.findCall(callerID, callID);
    return producerID === undefined ? undefined : sessions.findTask(callerID, producerID);
  }

  private async read(work: Work, since: number | undefined): Promise<ArtefactReading> {
    if (work.producerID === undefined) return { status: "unreadable", message: "the result names no session" };
    if (since === undefined) return { status: "unreadable", message: "the dispatch is not in the caller's record" };
    const tree = await this.parts.sessions.readTree(work.producerID);
    if (tree.status === "unreadable") return tree;
    const declaredOutputs = deliverablesOf(work.definition.dods);
    return attribute({ sessions: tree.sessions, since, declaredOutputs });
  }
}
