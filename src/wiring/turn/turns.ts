import { type Verdict, withoutJudgement } from "../../gate/verdict.ts";
import type { Conversations } from "../../ports/host.ts";
import type { Log } from "../../ports/machine.ts";
import { contain } from "../boundary.ts";
import type { Gatekeeper, TurnWork } from "../gatekeeper.ts";
import { beginning, joined, type Opening, type Turn } from "./turn.ts";
import type { TurnReports } from "./turn-reports.ts";
import { step, type TurnAction, type TurnEvent } from "./turn-state.ts";

export interface TurnsParts {
  readonly gatekeeper: Pick<Gatekeeper, "judgeTurn" | "abandon">;
  readonly reports: TurnReports;
  readonly conversations: Pick<Conversations, "busy">;
  /** How often work that is not accepted goes back to the agent. */
  readonly fixCycles: number;
  readonly log: Log;
}

/** The turns under way, one at most for each session. */
export class Turns {
  private readonly parts: TurnsParts;
  private readonly bySession = new Map<string, Turn>();
  private readonly pending = new Set<Promise<void>>();
  private isClosed = false;
  private isOver = false;

  constructor(parts: TurnsParts) {
    this.parts = parts;
  }

  open(opening: Opening): void {
    this.apply(opening.place.sessionID, { kind: "block" }, opening);
  }

  /** The agent has been asked to correct its work. */
  returned(sessionID: string, promptedAt: number): void {
    const turn = this.bySession.get(sessionID);
    if (turn?.state.phase !== "returning") return;
    turn.promptedAt = promptedAt;
    this.apply(sessionID, { kind: "returned" });
  }

  /** The session came to rest. */
  rest(sessionID: string): void {
    const turn = this.bySession.get(sessionID);
    if (turn?.state.phase === "judging") turn.restedAgain = true;
    this.apply(sessionID, { kind: "idle" });
  }

  /** The host put something into the session, as it does with the result of a background task. */
  disturb(sessionID: string): void {
    const turn = this.bySession.get(sessionID);
    if (turn !== undefined) turn.disturbed = true;
  }

  /** The host gave up working on the session: it may not come to rest, and have no answer. */
  fail(sessionID: string, message: string): void {
    const turn = this.bySession.get(sessionID);
    if (turn === undefined) return;
    if (turn.state.phase === "returning") this.notReturned(turn, message);
    turn.promptedAt = undefined;
    this.rest(sessionID);
  }

  /** The user took back this message or an earlier one, and all that came of it. */
  takeBack(sessionID: string): void {
    this.apply(sessionID, { kind: "vanished" });
  }

  apply(sessionID: string, event: TurnEvent, opening?: Opening): void {
    if (this.isClosed) return;
    const turn = this.bySession.get(sessionID);
    const { state, actions } = step(turn?.state, event, this.parts.fixCycles);
    if (turn !== undefined && state !== undefined) turn.state = state;
    for (const action of actions) this.act(action, sessionID, turn, opening);
  }

  /** Judges what is left as it is, and resolves when everything has been reported. */
  async finish(): Promise<void> {
    this.isOver = true;
    for (let round = 0; round < mostRounds && this.bySession.size + this.pending.size > 0; round++) {
      for (const sessionID of [...this.bySession.keys()]) this.rest(sessionID);
      await Promise.all(this.pending);
    }
  }

  /** Ends everything: what comes to its end from now on is not reported. */
  close(): void {
    this.isClosed = true;
    for (const turn of this.bySession.values()) turn.judging?.abort();
    this.bySession.clear();
  }

  private act(action: TurnAction, sessionID: string, turn: Turn | undefined, opening: Opening | undefined): void {
    switch (action.kind) {
      case "open":
        if (opening !== undefined) this.bySession.set(sessionID, beginning(opening));
        return;
      case "join":
        if (opening !== undefined && turn !== undefined) this.bySession.set(sessionID, joined(turn, opening));
        return;
      case "judge":
        if (turn !== undefined) this.follow(this.judge(sessionID, turn));
        return;
      case "stopJudging":
        turn?.judging?.abort();
        return;
      case "sendBack":
        if (turn !== undefined) this.follow(this.sendBack(turn, action.fixes));
        return;
      case "end":
        this.bySession.delete(sessionID);
        if (turn === undefined) return;
        if (action.how !== "judged" && action.how !== "notReturned") this.parts.gatekeeper.abandon(turn.definition);
        this.follow(this.parts.reports.end(turn, action));
        return;
    }
  }

  private async judge(sessionID: string, turn: Turn): Promise<void> {
    const controller = new AbortController();
    turn.judging = controller;
    turn.restedAgain = false;
    turn.disturbed = false;
    const verdict = await contain(
      "turn",
      this.parts.log,
      () => this.parts.gatekeeper.judgeTurn(this.workOf(turn, controller.signal)),
      (message): Verdict => withoutJudgement("error", { code: "crashed", message }),
    );
    const goesOn = verdict === undefined || (turn.disturbed && (await this.hasGoneOn(turn)));
    if (controller.signal.aborted || this.bySession.get(sessionID) !== turn) return;
    if (goesOn) {
      this.apply(sessionID, { kind: "resumed" });
      if (turn.restedAgain) this.rest(sessionID);
      return;
    }
    turn.verdict = verdict;
    this.apply(sessionID, { kind: "judged", outcome: verdict.outcome });
  }

  private workOf({ place, definition, since, promptedAt, voice }: Turn, signal: AbortSignal): TurnWork {
    const { sessionID } = place;
    return { sessionID, definition, since, promptedAt, isOver: this.isOver, actor: voice, signal };
  }

  /** Whether the agent has worked on while its work was judged. */
  private async hasGoneOn({ place, restedAgain }: Turn): Promise<boolean> {
    return restedAgain || (await this.parts.conversations.busy()).has(place.sessionID);
  }

  private sendBack(turn: Turn, fix: number): Promise<void> {
    const isWanted = () => this.bySession.get(turn.place.sessionID) === turn && turn.state.phase === "returning";
    return this.parts.reports.sendBack(turn, fix, isWanted, (message) => this.notReturned(turn, message));
  }

  private notReturned(turn: Turn, message: string): void {
    const { sessionID } = turn.place;
    if (this.bySession.get(sessionID) !== turn) return;
    this.parts.log("error", `a turn could not be sent back: ${message}`);
    turn.obstacle = message;
    this.apply(sessionID, { kind: "notReturned" });
  }

  /** Keeps what goes on by itself, so that it can be waited for. */
  private follow(work: Promise<void>): void {
    const contained = contain(
      "turn report",
      this.parts.log,
      () => work,
      () => undefined,
    ).finally(() => this.pending.delete(contained));
    this.pending.add(contained);
  }
}

/** A turn is judged, sent back where that is possible, and reported: far fewer rounds than this. */
const mostRounds = 20;
