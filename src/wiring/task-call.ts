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

/** A `subtask` command runs `task` under the id of its part. A throw in a hook breaks such a call. */
export function isSubtaskCommand(callID: string): boolean {
  return callID.startsWith("prt_");
}
