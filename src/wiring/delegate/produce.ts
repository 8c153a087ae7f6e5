import type { ModelChoice, PermissionRule, ProducerSessions, Turn, TurnError } from "../../ports/host.ts";
import type { ProducerBlocker } from "./blocker.ts";
import type { RetryWatch, Troubles } from "./retry-watch.ts";

export interface ProduceRequest {
  readonly callerID: string;
  readonly title: string;
  readonly agent: string;
  readonly rules: readonly PermissionRule[];
  readonly model: ModelChoice | undefined;
  readonly prompt: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Told the producer's session as soon as there is one. */
  readonly onOpened: (sessionID: string) => void;
}

/** What became of a producer's turn. */
export type Production = { readonly producerID: string | undefined } & (
  | { readonly kind: "worked" }
  | { readonly kind: "timedOut"; readonly timeoutMs: number }
  | { readonly kind: "blocked"; readonly blocker: ProducerBlocker; readonly message: string }
);

export interface ProduceParts {
  readonly producers: ProducerSessions;
  readonly watch: RetryWatch;
}

const metadata = { dodGate: { role: "producer" } } as const;

const defaultTimeoutMs = 600_000;
/** A timer of 2^31 ms or more fires at once. */
const longestTimeoutMs = 86_400_000;

/** The host obeys whatever wait a provider asks for, be it a day; a longer one than this is given up, in milliseconds. */
const longestWaitMs = 60_000;

/** Has work done by a session of its own, in one turn. However it ends, nothing of that turn goes on. */
export async function produce(request: ProduceRequest, { producers, watch }: ProduceParts): Promise<Production> {
  const { callerID, title, agent, rules, model, prompt, signal, onOpened } = request;
  if (signal.aborted) return { producerID: undefined, ...stopped };
  const opening = await producers.open({ callerID, title, agent, rules, metadata });
  if (opening.status === "failed")
    return { producerID: undefined, kind: "blocked", blocker: "hostFailed", message: opening.message };
  const producerID = opening.id;
  onOpened(producerID);
  const timeoutMs = timeoutOf(request.timeoutMs);
  const endsAt = Date.now() + timeoutMs;
  const exhausted = new AbortController();
  const following = watch.follow(producerID, ({ next }) => {
    if (next > endsAt || next - Date.now() > longestWaitMs) exhausted.abort();
  });
  const turn = await producers.prompt({
    sessionID: producerID,
    agent,
    text: prompt,
    ...(model === undefined ? {} : { model }),
    deadlineMs: timeoutMs,
    signal: AbortSignal.any([signal, exhausted.signal]),
  });
  const troubles = following.troubles();
  following.letGo();
  if (turn.status === "aborted" && signal.aborted) return { producerID, ...stopped };
  return { producerID, ...judgeTurn(turn, troubles, timeoutMs) };
}

const stopped = {
  kind: "blocked",
  blocker: "stopped",
  message: "it was stopped, by an abort or because OpenCode was closing",
} as const;

type TurnEnd =
  | { readonly kind: "worked" }
  | { readonly kind: "timedOut"; readonly timeoutMs: number }
  | { readonly kind: "blocked"; readonly blocker: ProducerBlocker; readonly message: string };

/** Only a whole answer of the model itself is work. */
function judgeTurn(turn: Turn, { retry, error }: Troubles, timeoutMs: number): TurnEnd {
  switch (turn.status) {
    case "timedOut":
      // A provider that doesn't answer is no slow producer.
      return retry === undefined ? { kind: "timedOut", timeoutMs } : blocked("quotaExhausted", waiting(retry));
    case "aborted":
      return retry === undefined
        ? blocked("stopped", "its session was aborted")
        : blocked("quotaExhausted", waiting(retry));
    case "failed":
      return blocked("hostFailed", error ?? turn.message);
    case "answered":
      if (turn.role !== "assistant") return blocked("noAnswer", "the host gave back no message of the producer's");
      if (turn.error !== undefined) return blocked(blockerOf(turn.error), turn.error.message);
      return judgeFinish(turn.finish);
  }
}

function judgeFinish(finish: string | undefined): TurnEnd {
  switch (finish) {
    case "stop":
      return { kind: "worked" };
    case "length":
      return blocked("noAnswer", "its answer was cut off at the model's output limit");
    case "tool-calls":
      return blocked("permissionRefused", "the user refused it a permission, which ended its turn");
    default:
      return blocked("noAnswer", `its turn ended without an answer (${finish ?? "unfinished"})`);
  }
}

/** By the provider's answer: what it will never grant, what it grants later, and what may have been bad luck. */
function blockerOf({ name, statusCode }: TurnError): ProducerBlocker {
  if (name === "ProviderAuthError") return "providerRefused";
  if (name === "ContentFilterError" || name === "MessageOutputLengthError") return "noAnswer";
  if (statusCode === 429) return "quotaExhausted";
  const isRefusal = statusCode !== undefined && statusCode >= 400 && statusCode < 500 && statusCode !== 408;
  return isRefusal ? "providerRefused" : "providerFailed";
}

function waiting({ message, next }: NonNullable<Troubles["retry"]>): string {
  return `${message} (the provider is to be asked again at ${new Date(next).toISOString()})`;
}

function blocked(blocker: ProducerBlocker, message: string): TurnEnd {
  return { kind: "blocked", blocker, message };
}

/** A ceiling that is none would be no ceiling at all. */
function timeoutOf(ms: number): number {
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, longestTimeoutMs) : defaultTimeoutMs;
}
