import type { Hooks } from "@opencode-ai/plugin";
import type { Sessions } from "../../ports/host.ts";
import type { Log } from "../../ports/machine.ts";
import { disarm } from "../../report/quote.ts";
import { contain } from "../boundary.ts";
import type { TaskGatekeeper } from "../gatekeeper.ts";
import type { Dispatches } from "./dispatches.ts";
import { readDispatch, readTaskResult } from "./task-call.ts";

type MessageHook = NonNullable<Hooks["chat.message"]>;
type Part = Parameters<MessageHook>[1]["parts"][number];
type TextPart = Extract<Part, { type: "text" }>;

export interface BackgroundParts {
  readonly gatekeeper: TaskGatekeeper;
  readonly dispatches: Dispatches;
  readonly sessions: Pick<Sessions, "findTask">;
  readonly log: Log;
}

/**
 * Judges background tasks. The host puts the result of one into its caller's session as a synthetic text, once the
 * producer has finished; the verdict is added to that same text.
 */
export function createBackgroundHook({ gatekeeper, dispatches, sessions, log }: BackgroundParts): MessageHook {
  return async ({ sessionID }, { parts }) => {
    for (const part of parts) {
      if (part.type !== "text" || part.synthetic !== true) continue;
      const report = await contain(
        "background result",
        log,
        () => settle(sessionID, part),
        (message) => gatekeeper.reportCrash(message),
      );
      if (report === undefined) continue;
      if (report.note !== "") part.text = `${part.text}\n\n${report.note}`;
      part.metadata = { ...part.metadata, dodGate: report.record };
    }
  };

  async function settle(callerID: string, part: TextPart) {
    const result = readTaskResult(part.text);
    if (result === undefined || result.state === "running") return undefined;
    const { producerID } = result;
    part.text = disarm(part.text);
    const dispatch = dispatches.take(producerID);
    if (dispatch !== undefined) return gatekeeper.judge({ callerID, callID: undefined, producerID, ...dispatch });
    // The host was restarted meanwhile, or the dispatch went unseen: its record still has the call.
    const site = await sessions.findTask(callerID, producerID);
    const text = readDispatch(site?.input, callerID);
    if (text === undefined) return gatekeeper.reportCrash("the task that this result belongs to is not in the record");
    const definition = await gatekeeper.define({ ...text, isLate: true });
    return gatekeeper.judge({ callerID, callID: undefined, producerID, definition, since: site?.startedAt });
  }
}
