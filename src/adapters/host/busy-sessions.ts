import type { PluginInput } from "@opencode-ai/plugin";
import { answer } from "./answer.ts";

/** The sessions at work; none where the host gives no answer. */
export async function busySessions(client: PluginInput["client"]): Promise<ReadonlySet<string>> {
  const status = await answer(client.session.status());
  if (status.status === "failed") return new Set();
  return new Set(Object.entries(status.data).flatMap(([id, { type }]) => (type === "idle" ? [] : [id])));
}
