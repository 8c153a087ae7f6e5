import type { Hooks } from "@opencode-ai/plugin";
import type { Log } from "../../ports/machine.ts";
import { disarm } from "../../report/quote.ts";
import { contain } from "../boundary.ts";
import type { DispatchText } from "../define.ts";
import type { Report, TaskGatekeeper } from "../gatekeeper.ts";
import type { Dispatches } from "./dispatches.ts";
import { isSubtaskCommand, readDispatch, readTaskResult } from "./task-call.ts";

type BeforeHook = NonNullable<Hooks["tool.execute.before"]>;
type AfterHook = NonNullable<Hooks["tool.execute.after"]>;

type TaskOutput = Parameters<AfterHook>[1];

export interface TaskHookParts {
  readonly gatekeeper: TaskGatekeeper;
  readonly dispatches: Dispatches;
  /** `warn` lets a block with problems through; its verdict then tells. */
  readonly preflight: "refuse" | "warn";
  readonly log: Log;
}

/** The advisory wiring: refuses a `task` call whose block can't be used, and appends the verdict to its result. */
export function createTaskHook({ gatekeeper, dispatches, preflight, log }: TaskHookParts): {
  before: BeforeHook;
  after: AfterHook;
} {
  return {
    async before({ tool, sessionID, callID }, { args }) {
      if (tool !== "task") return;
      const text = readDispatch(args, sessionID);
      if (text === undefined) return;
      // Where this breaks down, judging the result meets the same fault and reports it.
      const refusal = await contain(
        "task dispatch",
        log,
        () => dispatch(text, callID),
        () => undefined,
      );
      // The host shows the caller exactly this message and starts no producer.
      if (refusal !== undefined) throw new Error(refusal);
    },

    async after({ tool, sessionID, callID, args }, output) {
      // A subtask command whose producer failed comes without an output: the host reports that failure itself.
      if (tool !== "task" || output === undefined) return;
      const report = await contain(
        "task result",
        log,
        () => settle(sessionID, callID, args, output),
        (message) => gatekeeper.reportCrash(message),
      );
      if (report === undefined) return;
      await contain(
        "task note",
        log,
        () => appendNote(output, report),
        () => undefined,
      );
      await contain(
        "task metadata",
        log,
        () => attachRecord(output, report),
        () => undefined,
      );
    },
  };

  async function dispatch(text: DispatchText, callID: string): Promise<string | undefined> {
    const since = Date.now();
    const definition = await gatekeeper.define(text);
    const refused = preflight === "refuse" && !isSubtaskCommand(callID);
    const refusal = refused ? await gatekeeper.refuse(definition) : undefined;
    if (refusal === undefined) dispatches.remember(callID, { definition, since });
    return refusal;
  }

  async function settle(callerID: string, callID: string, args: unknown, output: TaskOutput) {
    const result = readTaskResult(output.output);
    const dispatch = dispatches.take(callID);
    if (result?.state === "running") {
      if (dispatch !== undefined) dispatches.remember(result.producerID, dispatch);
      return undefined;
    }
    output.output = disarm(output.output);
    return gatekeeper.judge({
      callerID,
      callID,
      producerID: result?.producerID,
      definition:
        dispatch?.definition ??
        (await gatekeeper.define({
          ...(readDispatch(args, callerID) ?? { prompt: "", agent: undefined, callerID }),
          isLate: true,
        })),
      since: dispatch?.since,
    });
  }
}

function appendNote(output: TaskOutput, { note }: Report): void {
  if (note !== "") output.output = `${output.output}\n\n${note}`;
}

/** Another plugin may have left the metadata in any state: it is replaced, not written to. */
function attachRecord(output: TaskOutput, { record }: Report): void {
  output.metadata = { ...output.metadata, dodGate: record };
}
