import type { Conversations, Insertion, Readiness } from "../../ports/host.ts";
import type { Log } from "../../ports/machine.ts";

/** A message on its way into a session. */
export interface Letter {
  readonly insertion: Insertion;
  /** A prompt is answered by the agent, a note is not. */
  readonly kind: "note" | "prompt";
  /** Whether it has still to be delivered, when its time has come. */
  readonly isWanted: () => boolean;
  /** Told why it could not be delivered. */
  readonly onFailure: (message: string) => void;
}

export interface MailboxParts {
  readonly conversations: Pick<Conversations, "readiness" | "note" | "send">;
  readonly log: Log;
}

/** Puts messages into sessions, each when its session is at rest, in their order. */
export class Mailbox {
  private readonly parts: MailboxParts;
  private readonly waiting = new Map<string, Letter[]>();
  private readonly atWork = new Set<string>();
  private readonly rounds = new Map<string, Promise<void>>();

  constructor(parts: MailboxParts) {
    this.parts = parts;
  }

  /** A message has come that the agent will answer: the host only says that it is at work once it is. */
  expectWork(sessionID: string): void {
    this.atWork.add(sessionID);
  }

  /** The session has come to rest, or the host has failed before it began. */
  rest(sessionID: string): Promise<void> {
    this.atWork.delete(sessionID);
    return this.deliver(sessionID);
  }

  post(sessionID: string, letter: Letter): Promise<void> {
    this.waiting.set(sessionID, [...(this.waiting.get(sessionID) ?? []), letter]);
    return this.deliver(sessionID);
  }

  drop(sessionID: string): void {
    this.waiting.delete(sessionID);
    this.atWork.delete(sessionID);
  }

  /** Resolves when it has been tried. */
  private deliver(sessionID: string): Promise<void> {
    if (!this.waiting.has(sessionID)) return Promise.resolve();
    const round = (this.rounds.get(sessionID) ?? Promise.resolve()).then(() => this.go(sessionID));
    this.rounds.set(sessionID, round);
    return round.finally(() => {
      if (this.rounds.get(sessionID) === round) this.rounds.delete(sessionID);
    });
  }

  private async go(sessionID: string): Promise<void> {
    for (
      let letter = this.waiting.get(sessionID)?.[0];
      letter !== undefined;
      letter = this.waiting.get(sessionID)?.[0]
    ) {
      const readiness = await this.parts.conversations.readiness(sessionID);
      if (readiness === "busy" || this.atWork.has(sessionID)) return;
      this.removeFirst(sessionID, letter);
      if (letter.isWanted()) await this.hand(sessionID, letter, readiness);
    }
  }

  private removeFirst(sessionID: string, letter: Letter): void {
    const rest = (this.waiting.get(sessionID) ?? []).filter((each) => each !== letter);
    if (rest.length === 0) this.waiting.delete(sessionID);
    else this.waiting.set(sessionID, rest);
  }

  private async hand(sessionID: string, letter: Letter, readiness: Exclude<Readiness, "busy">): Promise<void> {
    const { conversations, log } = this.parts;
    if (readiness !== "ready") {
      letter.onFailure(readiness === "gone" ? "the session is gone" : "the message was taken back");
      return;
    }
    if (letter.kind === "prompt") this.expectWork(sessionID);
    const deliver = letter.kind === "note" ? conversations.note : conversations.send;
    const delivery = await deliver(sessionID, letter.insertion);
    if (delivery.status === "delivered") return;
    if (letter.kind === "prompt") this.atWork.delete(sessionID);
    log("error", `a ${letter.kind} could not be put into session ${sessionID}: ${delivery.message}`);
    letter.onFailure(delivery.message);
  }
}
