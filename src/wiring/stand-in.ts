import type { Hooks } from "@opencode-ai/plugin";
import { withoutJudgement } from "../gate/verdict.ts";
import type { Log, OneShot } from "../ports/machine.ts";
import { renderNote } from "../report/note.ts";
import { describeFailedStart } from "../report/start-notices.ts";
import { renderTurnUnseen } from "../report/turn-note.ts";
import { recordOf } from "../report/verdict-record.ts";
import type { Report } from "./gatekeeper.ts";
import { createBackgroundHook } from "./task/background.ts";
import { Dispatches } from "./task/dispatches.ts";
import { createTaskHook } from "./task/task-hook.ts";
import { authorOf, mayHoldBlock, userTexts } from "./turn/user-prompt.ts";

export interface StandInRequest {
  /** What went wrong. */
  readonly message: string;
  readonly log: Log;
  /** The run that this process is, where it ends with its turn. */
  readonly oneShot: OneShot | undefined;
  /** Called at the first event, and for every message that asks for a verdict. */
  readonly announce: (message: string) => void;
}

/**
 * The hooks where the real ones could not be made: a plugin that fails to load vanishes in silence, and the gate with it.
 * Every delegation that comes back needs review, and so does a message of the user's that may hold a block. Nothing here may need a library, since a missing one may be what failed.
 */
export function createStandIn({ message, log, oneShot, announce }: StandInRequest): Hooks {
  const reason = describeFailedStart(message);
  const report = async (): Promise<Report> => {
    const verdict = withoutJudgement("error", { code: "crashed", message: reason });
    return { note: renderNote(verdict, undefined), record: recordOf(verdict) };
  };
  const define = async () => ({ dods: [], problems: [], notes: [], trivial: false });
  const gatekeeper = { define, refuse: async () => undefined, judge: report, reportCrash: report };
  const parts = { gatekeeper, dispatches: new Dispatches(), log };
  const taskHook = createTaskHook({ ...parts, preflight: "warn" });
  const background = createBackgroundHook({ ...parts, sessions: { findTask: async () => undefined } });
  let announced = false;
  return {
    "tool.execute.before": taskHook.before,
    "tool.execute.after": taskHook.after,
    "chat.message": async (input, output) => {
      if (authorOf(output.parts) === "user" && userTexts(output.parts).some(({ text }) => mayHoldBlock(text))) {
        oneShot?.hold();
        oneShot?.print(renderTurnUnseen(reason));
        announce(reason);
      }
      await background(input, output);
    },
    event: async () => {
      if (announced) return;
      announced = true;
      announce(reason);
    },
    dispose: async () => oneShot?.release(["needs_review"]),
  };
}
