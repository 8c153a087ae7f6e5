import type { PluginInput } from "@opencode-ai/plugin";
import type { Opening, ProducerOpening, ProducerSessions } from "../../ports/host.ts";
import { answer } from "./answer.ts";
import { takeTurn } from "./turn.ts";

type Client = PluginInput["client"];

/** Producers' sessions on the host. They stay when the work is done: the user may open them, the caller continue them. */
export function createProducerSessions(client: Client): ProducerSessions {
  return {
    open: (request) => open(client, request),
    prompt: (request) => takeTurn(client, request),
  };
}

async function open(client: Client, request: ProducerOpening): Promise<Opening> {
  const { callerID, title, agent, rules, metadata } = request;
  // The published types lack what the host takes since: its session carries these as they are given.
  const body = { parentID: callerID, title, agent, metadata, permission: rules };
  const created = await answer(client.session.create({ body }));
  return created.status === "failed" ? created : { status: "opened", id: created.data.id };
}
