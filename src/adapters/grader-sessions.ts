import type { PluginInput } from "@opencode-ai/plugin";
import type { GraderSessions, Opening, OpenRequest, RecordReading, Turn, TurnRequest } from "../grader/sessions.ts";
import type { Log, PermissionRule } from "../ports.ts";
import { answer } from "./answer.ts";
import { type HostMessage, recordOf } from "./host-record.ts";

type Client = PluginInput["client"];

export interface GraderSessionsParts {
  readonly client: Client;
  /** What a grader's session may do, besides what its agent may not. */
  readonly rules: readonly PermissionRule[];
  /** Told of every session before it is asked anything, and when it is gone. */
  readonly register: { add(sessionID: string, directory: string): void; remove(sessionID: string): void };
  readonly log: Log;
}

/** Milliseconds that the host gets to end a turn that was given up. */
const patience = 5_000;

/** Graders' sessions on the host. */
export function createGraderSessions(parts: GraderSessionsParts): GraderSessions {
  const { client, register, log } = parts;
  return {
    open: (request) => open(parts, request),
    prompt: (request) => prompt(client, request),
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

/** One turn. The signal of a request only stops the waiting, so a turn that is given up is also aborted on the server. */
async function prompt(client: Client, request: TurnRequest): Promise<Turn> {
  const { sessionID, agent, text, model, deadlineMs, signal } = request;
  if (signal.aborted) return { status: "aborted" };
  const { variant, ...named } = model ?? {};
  const body = {
    agent,
    parts: [{ type: "text" as const, text }],
    ...("modelID" in named ? { model: named } : {}),
    ...(variant === undefined ? {} : { variant }),
  };
  const path = { id: sessionID };
  const turn = client.session.prompt({ path, body }).then(turnOf, (error: unknown): Turn => {
    return { status: "failed", message: String(error) };
  });
  const done = new AbortController();
  const first = await Promise.race([turn, giveUp(deadlineMs, signal, done.signal)]);
  done.abort();
  if (first.status === "timedOut" || first.status === "aborted") {
    await Promise.race([answer(client.session.abort({ path })), sleep(patience)]);
  }
  return first;
}

type GivenUp = Extract<Turn, { status: "timedOut" | "aborted" }>;

/** Resolves when the turn has to be given up; lets go of the signal and the timer when `done` aborts. */
function giveUp(deadlineMs: number, signal: AbortSignal, done: AbortSignal): Promise<GivenUp> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve({ status: "timedOut" }), deadlineMs);
    signal.addEventListener("abort", () => resolve({ status: "aborted" }), { signal: done });
    done.addEventListener("abort", () => clearTimeout(timer), { once: true });
  });
}

function turnOf({ data, error }: { data?: HostMessage | undefined; error?: unknown }): Turn {
  if (data === undefined || error !== undefined)
    return { status: "failed", message: JSON.stringify(error ?? "no answer") };
  const { info, parts } = data;
  const text = parts.findLast((part) => part.type === "text");
  const said = text?.type === "text" ? text.text : "";
  if (info.role !== "assistant")
    return { status: "answered", role: info.role, text: said, finish: undefined, model: "" };
  const failure = info.error;
  if (failure?.name === "MessageAbortedError") return { status: "aborted" };
  return {
    status: "answered",
    role: info.role,
    text: said,
    finish: info.finish,
    model: `${info.providerID}/${info.modelID}`,
    ...(failure === undefined ? {} : { error: describe(failure) }),
  };
}

function describe({ name, data }: { name: string; data: unknown }): string {
  const message = typeof data === "object" && data !== null && "message" in data ? String(data.message) : "";
  return message === "" ? name : message;
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

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
