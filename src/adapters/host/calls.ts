import type { PluginInput } from "@opencode-ai/plugin";
import type { ToolPart } from "@opencode-ai/sdk";
import type { CallDisplay, CallID, Calls } from "../../ports/host.ts";
import type { Log } from "../../ports/machine.ts";
import { answer } from "./answer.ts";
import { patchPart } from "./patch-part.ts";

type Client = PluginInput["client"];

/**
 * Running calls as the host records them. What a tool's context has for this gives a plugin's tool an effect that it can't
 * run, so the call's part is written over the host's own interface.
 */
export function createCalls(client: Client, log: Log): Calls {
  return {
    async show(call, display) {
      const failure = await show(client, call, display);
      if (failure !== undefined) log("warn", `the progress of a delegation could not be shown: ${failure}`);
    },
  };
}

async function show(client: Client, call: CallID, { title, metadata }: CallDisplay): Promise<string | undefined> {
  const { sessionID, messageID, callID } = call;
  const message = await answer(client.session.message({ path: { id: sessionID, messageID } }));
  if (message.status === "failed") return message.message;
  const part = message.data.parts.find((each): each is ToolPart => each.type === "tool" && each.callID === callID);
  if (part?.state.status !== "running") return undefined;
  const written = await patchPart(client, { ...part, state: { ...part.state, title, metadata } });
  return written.status === "failed" ? written.message : undefined;
}
