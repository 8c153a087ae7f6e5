import type { PluginInput } from "@opencode-ai/plugin";
import type { GraderSessions, OpenRequest, RecordReading } from "../../grader/sessions.ts";
import type { Opening, PermissionRule } from "../../ports/host.ts";
import type { Log } from "../../ports/machine.ts";
import { answer } from "./answer.ts";
import { recordOf } from "./host-record.ts";
import { takeTurn } from "./turn.ts";

type Client = PluginInput["client"];

export interface GraderSessionsParts {
  readonly client: Client;
  /** What a grader's session may do, besides what its agent may not. */
  readonly rules: readonly PermissionRule[];
  /** Told of every session before it is asked anything, and when it is gone. */
  readonly register: { add(sessionID: string, directory: string): void; remove(sessionID: string): void };
  readonly log: Log;
}

/** Graders' sessions on the host. */
export function createGraderSessions(parts: GraderSessionsParts): GraderSessions {
  const { client, register, log } = parts;
  return {
    open: (request) => open(parts, request),
    prompt: (request) => takeTurn(client, request),
    record: (sessionID) => record(client, sessionID),
    async abort(id) {
      const aborted = await answer(client.session.abort({ path: { id } }));
      if (aborted.status === "failed") log("warn", `grader ${id} could not be aborted: ${aborted.message}`);
    },
    async remove(id) {
      const removed = await answer(client.session.delete({ path: { id } }));
      register.remove(id);
      if (removed.status === "failed") log("warn", `grader ${id} could not be deleted: ${removed.message}`);
    },
  };
}

async function open({ client, rules, register }: GraderSessionsParts, request: OpenRequest): Promise<Opening> {
  const { callerID, directory, title, metadata } = request;
  // The published types lack what the host takes since: its session carries these two as they are given.
  const body = { parentID: callerID, title, metadata, permission: rules };
  const created = await answer(client.session.create({ query: { directory }, body }));
  if (created.status === "failed") return created;
  register.add(created.data.id, directory);
  return { status: "opened", id: created.data.id };
}

async function record(client: Client, id: string): Promise<RecordReading> {
  const [session, messages] = await Promise.all([
    answer(client.session.get({ path: { id } })),
    answer(client.session.messages({ path: { id } })),
  ]);
  if (session.status === "failed") return { status: "unreadable", message: session.message };
  if (messages.status === "failed") return { status: "unreadable", message: messages.message };
  return { status: "read", record: recordOf(session.data, messages.data) };
}
