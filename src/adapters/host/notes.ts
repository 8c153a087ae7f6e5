import type { PluginInput } from "@opencode-ai/plugin";
import type { Notes } from "../../ports/host.ts";
import type { Log } from "../../ports/machine.ts";
import { answer } from "./answer.ts";
import { busySessions } from "./busy-sessions.ts";

type Client = PluginInput["client"];

/** The latest user's message is among these. */
const recentMessages = 50;

/** The host says that a session has come to rest a little before it has. In milliseconds. */
const patience = { total: 3_000, step: 100 };

/** Messages that the host shows and no model reads or answers. */
export function createNotes(client: Client, log: Log): Notes {
  return {
    async isBusy(sessionID) {
      for (const end = Date.now() + patience.total; Date.now() < end; ) {
        if (!(await busySessions(client)).has(sessionID)) return false;
        await new Promise((resolve) => setTimeout(resolve, patience.step));
      }
      return true;
    },
    async add(sessionID, text, metadata) {
      const messages = await answer(
        client.session.messages({ path: { id: sessionID }, query: { limit: recentMessages } }),
      );
      const infos = messages.status === "ok" ? messages.data.map(({ info }) => info) : [];
      const last = infos.findLast((info) => info.role === "user");
      // The session goes on with the agent and the model of its latest message.
      const voice = last?.role === "user" ? { agent: last.agent, model: last.model } : {};
      const parts = [{ type: "text" as const, text, ignored: true, metadata: { ...metadata } }];
      const body = { ...voice, noReply: true, parts };
      const added = await answer(client.session.prompt({ path: { id: sessionID }, body }));
      if (added.status === "failed")
        log("error", `a note could not be put into session ${sessionID}: ${added.message}`);
    },
  };
}
