import { type Verdict, withoutJudgement } from "../../gate/verdict.ts";
import type { Conversations } from "../../ports/host.ts";
import type { Log, OneShot } from "../../ports/machine.ts";
import { withoutLogCommands } from "../../report/log-commands.ts";
import { renderTakenOver, renderTurnNote, type TurnOutcome } from "../../report/turn-note.ts";
import { type TurnRecord, turnRecordOf } from "../../report/turn-record.ts";
import { renderFixPrompt, renderTold } from "../../report/turn-told.ts";
import { ownMark } from "../own-part.ts";
import type { Mailbox } from "./mailbox.ts";
import type { Turn } from "./turn.ts";
import type { TurnAction } from "./turn-state.ts";

type Ending = Extract<TurnAction, { kind: "end" }>;
type FinalStatus = Exclude<TurnRecord["status"], "returned">;

export interface TurnReportsParts {
  readonly mailbox: Mailbox;
  readonly conversations: Pick<Conversations, "mark">;
  readonly toast: (message: string, variant: "success" | "warning" | "error") => void;
  /** The run that ends with its turn, where this is one. */
  readonly oneShot: OneShot | undefined;
  readonly fixCycles: number;
  readonly log: Log;
}

/** Tells people, the agent and programs how turns stand: in the session, by a toast, or on the terminal of a run. */
export class TurnReports {
  private readonly parts: TurnReportsParts;
  private readonly statuses: FinalStatus[] = [];

  constructor(parts: TurnReportsParts) {
    this.parts = parts;
  }

  /** Puts the verdict into the session, and with it the work back to the agent. */
  sendBack(turn: Turn, fix: number, isWanted: () => boolean, onFailure: (message: string) => void): Promise<void> {
    const { verdict } = turn;
    if (verdict === undefined) return Promise.resolve();
    const { fixCycles, mailbox } = this.parts;
    const note = renderTurnNote(verdict, { status: "returned", fix, fixCycles });
    this.parts.toast(firstLines(note), "warning");
    return mailbox.post(turn.place.sessionID, {
      kind: "prompt",
      insertion: {
        voice: turn.voice,
        shown: note,
        told: renderFixPrompt({ fix, fixCycles, findings: verdict }),
        metadata: ownMark({ ...recordOf(turn, verdict, "returned", fix - 1), fix }),
      },
      isWanted,
      onFailure,
    });
  }

  /** Reports how a turn has ended. */
  async end(turn: Turn, { how, fixes }: Ending): Promise<void> {
    switch (how) {
      case "judged":
        return this.conclude(turn, fixes);
      case "notReturned":
        return this.conclude(turn, fixes - 1);
      case "takenOver":
        return this.leave(turn, fixes);
      case "aborted":
        return this.mark(turn, "aborted");
      case "vanished":
        this.parts.mailbox.drop(turn.place.sessionID);
        return;
    }
  }

  /** Makes the exit code of a run what its verdicts say. */
  release(): void {
    this.parts.oneShot?.release(this.statuses);
  }

  private async conclude(turn: Turn, fixes: number): Promise<void> {
    const { verdict, obstacle } = turn;
    if (verdict === undefined) return;
    const outcome = this.outcomeOf(verdict, fixes, obstacle);
    const note = renderTurnNote(verdict, outcome);
    this.tell(note, outcome.status);
    const told = renderTold(verdict, outcome.status);
    await this.put(turn, note, told, recordOf(turn, verdict, outcome.status, fixes));
  }

  /** A new message of the user ends a turn: its verdict would be one on other work. */
  private async leave(turn: Turn, fixes: number): Promise<void> {
    const note = renderTakenOver(fixes);
    const status = fixes === 0 ? "needs_review" : "unmet";
    const verdict = turn.verdict ?? withoutJudgement("error", { code: "stopped" });
    this.tell(note, status);
    // The agent is at work on the new message, and need not hear of the old one.
    await this.put(turn, note, undefined, recordOf(turn, verdict, status, fixes));
  }

  private outcomeOf({ outcome }: Verdict, fixes: number, obstacle: string | undefined): FinalOutcome {
    switch (outcome) {
      case "pass":
        return { status: "accepted" };
      case "fail":
        if (obstacle !== undefined)
          return { status: "unmet", fixes, because: { code: "notReturned", message: obstacle } };
        return {
          status: "unmet",
          fixes,
          because: { code: this.parts.oneShot === undefined ? "noFixLeft" : "oneShot" },
        };
      case "error":
      case "skip":
        return { status: "needs_review" };
    }
  }

  private tell(note: string, status: FinalStatus): void {
    this.statuses.push(status);
    this.parts.oneShot?.print(withoutLogCommands(note));
    this.parts.toast(firstLines(note), variants[status]);
  }

  private put(turn: Turn, shown: string, told: string | undefined, record: TurnRecord): Promise<void> {
    return this.parts.mailbox.post(turn.place.sessionID, {
      kind: "note",
      insertion: { voice: turn.voice, shown, told, metadata: ownMark({ ...record }) },
      isWanted: () => true,
      onFailure: () => undefined,
    });
  }

  /** Nothing is said where the user himself has stopped the work; only the record of his message tells. */
  private async mark({ place }: Turn, why: string): Promise<void> {
    const marked = await this.parts.conversations.mark(
      place,
      ownMark({ wiring: "turn", status: "not_judged", because: why }),
    );
    if (marked.status === "failed") this.parts.log("warn", `a turn could not be marked: ${marked.message}`);
  }
}

type FinalOutcome = Exclude<TurnOutcome, { status: "returned" }>;

const variants = { accepted: "success", unmet: "error", needs_review: "warning" } as const;

function recordOf(turn: Turn, verdict: Verdict, status: TurnRecord["status"], fixes: number): TurnRecord {
  return turnRecordOf(verdict, { status, messageID: turn.place.messageID, fixes });
}

/** A toast has room for little. */
function firstLines(note: string): string {
  return note.split("\n").slice(0, 4).join("\n");
}
