import type { BlockNote } from "../../dod/problem.ts";
import type { Problem } from "../../gate/delegation.ts";
import type { Log, OneShot } from "../../ports/machine.ts";
import { withoutLogCommands } from "../../report/log-commands.ts";
import { renderStrayTags, renderTurnProblems, renderTurnUnseen } from "../../report/turn-note.ts";
import type { Scrub } from "../../scrub/scrub.ts";

export interface TurnAlarmsParts {
  readonly toast: (message: string, variant: "error") => void;
  /** The run that ends with its turn, where this is one. */
  readonly oneShot: OneShot | undefined;
  readonly loadScrub: () => Promise<Scrub>;
  readonly log: Log;
}

/** Says at once what is wrong with a message's block, while the work on it begins. */
export class TurnAlarms {
  private readonly parts: TurnAlarmsParts;

  constructor(parts: TurnAlarmsParts) {
    this.parts = parts;
  }

  /** Somebody waits for a verdict: from now on a run is not a success without one. */
  expect(): void {
    this.parts.oneShot?.hold();
  }

  /** What is wrong with a block, at once; the text that the agent may read of it. */
  async announceProblems(problems: readonly Problem[]): Promise<string> {
    const text = (await this.parts.loadScrub())(renderTurnProblems(problems));
    this.cry(text);
    return text;
  }

  /** Something that looks like a part of a block is none. In a run, nobody else would ever know. */
  async announceStrayTags(notes: readonly BlockNote[]): Promise<void> {
    this.expect();
    this.cry((await this.parts.loadScrub())(renderStrayTags(notes)));
  }

  /** Whether a message asks for a verdict could not be told. */
  announceUnseen(message: string): void {
    this.expect();
    this.cry(renderTurnUnseen(message));
  }

  private cry(text: string): void {
    this.parts.oneShot?.print(withoutLogCommands(text));
    this.parts.toast(text, "error");
    this.parts.log("warn", text);
  }
}
