import type { Hooks } from "@opencode-ai/plugin";
import type { TurnConfig } from "../../config/config.ts";
import type { GateTools } from "../../gate/requests.ts";
import type { Conversations } from "../../ports/host.ts";
import { contain } from "../boundary.ts";
import { Mailbox } from "./mailbox.ts";
import { TurnAlarms, type TurnAlarmsParts } from "./turn-alarms.ts";
import { followTurns } from "./turn-events.ts";
import { createTurnHook, type TurnHookParts } from "./turn-hook.ts";
import { TurnReports, type TurnReportsParts } from "./turn-reports.ts";
import { Turns, type TurnsParts } from "./turns.ts";

export interface TurnWiringParts
  extends TurnConfig,
    Pick<TurnReportsParts, "toast">,
    Pick<TurnAlarmsParts, "oneShot" | "loadScrub" | "log">,
    Pick<TurnHookParts, "sessions"> {
  readonly gatekeeper: TurnHookParts["gatekeeper"] & TurnsParts["gatekeeper"];
  readonly conversations: Conversations;
}

export interface TurnWiring {
  readonly receive: NonNullable<Hooks["chat.message"]>;
  readonly follow: ReturnType<typeof followTurns>;
  /** Called when the host ends: a run's turn is judged by then, any other is left unjudged. */
  readonly finish: () => Promise<void>;
}

/** The wiring for the user's own prompts: a block in one is a Definition of Done for the turn that it begins. */
export function createTurnWiring(parts: TurnWiringParts): TurnWiring {
  if (!parts.enabled) return { receive: async () => undefined, follow: () => undefined, finish: async () => undefined };
  const { gatekeeper, sessions, conversations, oneShot, log, loadScrub } = parts;
  // A run is over with its turn: nobody would work on what is sent back, and no terminal user interface shows a toast.
  const fixCycles = oneShot === undefined ? parts.fixCycles : 0;
  const toast = oneShot === undefined ? parts.toast : () => undefined;
  const mailbox = new Mailbox({ conversations, log });
  const alarms = new TurnAlarms({ toast, oneShot, loadScrub, log });
  const reports = new TurnReports({ mailbox, conversations, toast, oneShot, fixCycles, log });
  const turns = new Turns({ gatekeeper, conversations, reports, fixCycles, log });
  return {
    receive: createTurnHook({
      turns,
      mailbox,
      alarms,
      gatekeeper,
      sessions,
      argumentsOfRun: oneShot?.arguments ?? [],
      log,
    }),
    follow: followTurns(turns, mailbox),
    finish: async () => {
      if (oneShot === undefined) return turns.close();
      await contain(
        "end of the run",
        log,
        () => turns.finish(),
        () => undefined,
      );
      reports.release();
    },
  };
}

/** Stands in for the grader in a run: when its turn is over, the host takes no more prompts. */
export const refuseToGrade: GateTools["grade"] = async () => ({
  outcome: "error",
  why: "tooLate",
  message:
    "criteria can't be graded after the turn of `opencode run`; have the work delegated with the criteria in its own block, and they are graded within the turn",
});
