import type { DispatchText } from "../define.ts";

/** How the host renders a `task` result. The producer's own text comes later and can't forge this beginning. */
const header = /^<task id="(ses_[A-Za-z0-9_-]+)" state="(running|completed|error)">/;

export interface TaskResult {
  readonly producerID: string;
  readonly state: "running" | "completed" | "error";
}

export function readTaskResult(text: string): TaskResult | undefined {
  const match = header.exec(text);
  const [, producerID, state] = match ?? [];
  if (producerID === undefined || (state !== "running" && state !== "completed" && state !== "error")) return undefined;
  return { producerID, state };
}

/** What a call of `task` delegates; undefined where its arguments are none that the host would take. */
export function readDispatch(args: unknown, callerID: string): DispatchText | undefined {
  if (typeof args !== "object" || args === null || !("prompt" in args) || typeof args.prompt !== "string")
    return undefined;
  const agent = "subagent_type" in args && typeof args.subagent_type === "string" ? args.subagent_type : undefined;
  return { prompt: args.prompt, agent, callerID };
}

/** A `subtask` command runs `task` under the id of its part. A throw in a hook breaks such a call. */
export function isSubtaskCommand(callID: string): boolean {
  return callID.startsWith("prt_");
}
