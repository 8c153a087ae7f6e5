import type { PluginInput } from "@opencode-ai/plugin";
import type { Conversations, Delivery, Insertion, PartPlace, Readiness } from "../../ports/host.ts";
import { answer } from "./answer.ts";
import { busySessions } from "./busy-sessions.ts";
import { patchPart } from "./patch-part.ts";

type Client = PluginInput["client"];

/** The user's own sessions on the host. */
export function createConversations(client: Client): Conversations {
  return {
    readiness: (sessionID) => readiness(client, sessionID),
    busy: () => busySessions(client),
    async note(sessionID, insertion) {
      const body = { ...bodyOf(insertion), noReply: true };
      return deliveryOf(await answer(client.session.prompt({ path: { id: sessionID }, body })));
    },
    async send(sessionID, insertion) {
      // The host answers this at once, with nothing: whoever waited for the model's answer could block the host's own events.
      return deliveryOf(await answer(client.session.promptAsync({ path: { id: sessionID }, body: bodyOf(insertion) })));
    },
    mark: (place, metadata) => mark(client, place, metadata),
  };
}

async function readiness(client: Client, sessionID: string): Promise<Readiness> {
  const [session, working] = await Promise.all([
    answer(client.session.get({ path: { id: sessionID } })),
    busySessions(client),
  ]);
  if (session.status === "failed") return "gone";
  const { revert }: { revert?: unknown } = session.data;
  if (revert !== undefined && revert !== null) return "reverted";
  return working.has(sessionID) ? "busy" : "ready";
}

/**
 * The host shows people what is no `synthetic` text, and sends the model what is no `ignored` one. The message is given
 * the agent and the model of the user's own: the next turn goes on with those of the latest message.
 */
function bodyOf({ voice, shown, told, metadata }: Insertion) {
  const { agent, model, variant, system } = voice;
  const parts = [];
  if (shown !== undefined) parts.push({ type: "text" as const, text: shown, ignored: true, metadata });
  if (told !== undefined) parts.push({ type: "text" as const, text: told, synthetic: true, metadata });
  return {
    agent,
    model,
    parts,
    ...(variant === undefined ? {} : { variant }),
    ...(system === undefined ? {} : { system }),
  };
}

function deliveryOf(answered: { status: "ok" } | { status: "failed"; message: string }): Delivery {
  return answered.status === "ok" ? { status: "delivered" } : answered;
}

async function mark(client: Client, { sessionID, messageID, partID }: PartPlace, metadata: unknown): Promise<Delivery> {
  const message = await answer(client.session.message({ path: { id: sessionID, messageID } }));
  if (message.status === "failed") return message;
  const part = message.data.parts.find((each) => each.id === partID);
  if (part === undefined) return { status: "failed", message: "the part is gone" };
  return deliveryOf(await patchPart(client, { ...part, metadata }));
}
