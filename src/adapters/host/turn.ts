import type { PluginInput } from "@opencode-ai/plugin";
import type { Turn, TurnError, TurnRequest } from "../../ports/host.ts";
import { answer } from "./answer.ts";
import type { HostMessage } from "./host-record.ts";

type Client = PluginInput["client"];

/** Milliseconds that the host gets to end a turn that was given up. */
const patience = 5_000;

/** One turn. The signal of a request only stops the waiting, so a turn that is given up is also aborted on the server. */
export async function takeTurn(client: Client, request: TurnRequest): Promise<Turn> {
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
    ...(failure === undefined ? {} : { error: errorOf(failure) }),
  };
}

function errorOf({ name, data }: { name: string; data: unknown }): TurnError {
  const facts: { message?: unknown; statusCode?: unknown } = typeof data === "object" && data !== null ? data : {};
  const { message, statusCode } = facts;
  return {
    name,
    message: typeof message === "string" && message !== "" ? message : name,
    ...(typeof statusCode === "number" ? { statusCode } : {}),
  };
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
