import type { Part, TextPart, UserMessage } from "@opencode-ai/sdk";
import type { Project } from "./project.ts";
import { until } from "./waiting.ts";

/** A message that the plugin has put into a session. */
export interface PluginMessage {
  readonly info: UserMessage;
  /** What people see of it. */
  readonly shown: string;
  /** What the model reads. */
  readonly told: string;
  /** What programs read. */
  readonly record: Record<string, unknown>;
}

/** The plugin's messages in a session, oldest first. */
export async function pluginMessages(project: Project, sessionID: string): Promise<PluginMessage[]> {
  const messages = await project.client.session.messages({ path: { id: sessionID } });
  return (messages.data ?? []).flatMap(({ info, parts }) => {
    const texts = parts.filter(isOwnText);
    if (info.role !== "user" || texts.length === 0 || parts.some(isUsers)) return [];
    const textOf = (part: TextPart | undefined) => part?.text ?? "";
    return {
      info,
      shown: textOf(texts.find(({ ignored }) => ignored === true)),
      told: textOf(texts.find(({ synthetic }) => synthetic === true)),
      record: texts[0]?.metadata?.["dodGate"] as Record<string, unknown>,
    };
  });
}

function isOwnText(part: Part): part is TextPart {
  const record = part.type === "text" ? part.metadata?.["dodGate"] : undefined;
  return typeof record === "object" && record !== null && Reflect.get(record, "wiring") === "turn";
}

function isUsers(part: Part): boolean {
  return part.type === "text" && !part.synthetic && !part.ignored;
}

/** Waits until there are this many of them. */
export async function awaitMessages(project: Project, sessionID: string, count: number): Promise<PluginMessage[]> {
  await until(async () => (await pluginMessages(project, sessionID)).length >= count, 60_000);
  return pluginMessages(project, sessionID);
}

/** Waits until all sessions, or those that are named, have been at rest for a while, so that whatever was still to come has come. */
export async function settle(project: Project, ms = 700, sessions?: readonly string[]): Promise<void> {
  const asked = () => project.host.model.requests.length;
  let seen = asked();
  let since = Date.now();
  await until(async () => {
    const { data } = await project.client.session.status();
    const isBusy = Object.entries(data ?? {}).some(
      ([id, { type }]) => type !== "idle" && (sessions === undefined || sessions.includes(id)),
    );
    if (isBusy || asked() !== seen) [seen, since] = [asked(), Date.now()];
    return Date.now() - since >= ms;
  }, 60_000);
}
