import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { Opening, ProducerSessions, Turn } from "../../../src/ports/host.ts";
import { type Production, produce } from "../../../src/wiring/delegate/produce.ts";
import { RetryWatch } from "../../../src/wiring/delegate/retry-watch.ts";

type Answered = Extract<Turn, { status: "answered" }>;

const answered = (rest: Partial<Answered> = {}): Answered => ({
  status: "answered",
  role: "assistant",
  text: "Done.",
  finish: "stop",
  model: "scripted/model",
  ...rest,
});

interface Scene {
  readonly turn: Turn | (() => Promise<Turn>);
  readonly opening?: Opening;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  readonly watch?: RetryWatch;
}

async function play(scene: Scene): Promise<Production & { deadlineMs: number | undefined }> {
  const { turn, opening = { status: "opened", id: "ses_producer" }, watch = new RetryWatch() } = scene;
  let deadlineMs: number | undefined;
  const producers: ProducerSessions = {
    open: async () => opening,
    prompt: async (request) => {
      deadlineMs = request.deadlineMs;
      if (typeof turn !== "function") return turn;
      const aborted = new Promise<Turn>((resolve) =>
        request.signal.addEventListener("abort", () => resolve({ status: "aborted" })),
      );
      return Promise.race([turn(), aborted]);
    },
  };
  const production = await produce(
    {
      callerID: "ses_caller",
      title: "Do it",
      agent: "general",
      rules: [],
      model: undefined,
      prompt: "Do it.",
      timeoutMs: scene.timeoutMs ?? 1000,
      signal: scene.signal ?? new AbortController().signal,
      onOpened: () => undefined,
    },
    { producers, watch },
  );
  expect(watch.size).toBe(0);
  return { ...production, deadlineMs };
}

const status = (status: unknown) =>
  ({ type: "session.status", properties: { sessionID: "ses_producer", status } }) as Parameters<RetryWatch["see"]>[0];
const error = (name: string, rest: Partial<NonNullable<Answered["error"]>> = {}): Turn =>
  answered({ error: { name, message: "because", ...rest }, finish: undefined });

describe("what counts as work, and what was in its way", () => {
  test("a whole answer of the model itself is work", async () => {
    expect(await play({ turn: answered() })).toMatchObject({ kind: "worked", producerID: "ses_producer" });
  });

  test.each<[string, Turn, string]>([
    ["401", error("APIError", { statusCode: 401 }), "providerRefused"],
    ["402", error("APIError", { statusCode: 402 }), "providerRefused"],
    ["404", error("APIError", { statusCode: 404 }), "providerRefused"],
    ["408", error("APIError", { statusCode: 408 }), "providerFailed"],
    ["429", error("APIError", { statusCode: 429 }), "quotaExhausted"],
    ["500", error("APIError", { statusCode: 500 }), "providerFailed"],
    ["a cut stream", error("UnknownError"), "providerFailed"],
    ["a provider without a key", error("ProviderAuthError"), "providerRefused"],
    ["a filter", error("ContentFilterError"), "noAnswer"],
    ["an error beside a whole answer", { ...answered(), error: { name: "X", message: "y" } }, "providerFailed"],
    ["an answer cut off", answered({ finish: "length" }), "noAnswer"],
    ["a turn that a refusal ended", answered({ finish: "tool-calls" }), "permissionRefused"],
    ["a message that never began", answered({ finish: undefined, text: "" }), "noAnswer"],
    ["the prompt itself", answered({ role: "user" }), "noAnswer"],
    ["a turn that the host lost", { status: "failed", message: "database is locked" }, "hostFailed"],
    ["a session that somebody aborted", { status: "aborted" }, "stopped"],
  ])("%s", async (_, turn, blocker) => {
    expect(await play({ turn })).toMatchObject({ kind: "blocked", blocker });
  });

  test("a session that was never opened", async () => {
    const opening = { status: "failed", message: "no" } as const;
    expect(await play({ turn: answered(), opening })).toMatchObject({ blocker: "hostFailed", producerID: undefined });
  });

  test("a producer that runs into its ceiling", async () => {
    expect(await play({ turn: { status: "timedOut" } })).toMatchObject({ kind: "timedOut", timeoutMs: 1000 });
  });

  test("a provider that is still being retried when the time is up is no slow producer", async () => {
    const watch = new RetryWatch();
    const turn = async (): Promise<Turn> => {
      watch.see(status({ type: "retry", attempt: 1, message: "overloaded", next: Date.now() + 10 }));
      watch.see(status({ type: "idle" }));
      return { status: "timedOut" };
    };
    expect(await play({ turn, watch })).toMatchObject({ kind: "blocked", blocker: "quotaExhausted" });
  });

  test("one that answered after a retry and then took too long is slow", async () => {
    const watch = new RetryWatch();
    const turn = async (): Promise<Turn> => {
      watch.see(status({ type: "retry", attempt: 1, message: "overloaded", next: Date.now() + 10 }));
      watch.see(status({ type: "busy" }));
      return { status: "timedOut" };
    };
    expect(await play({ turn, watch })).toMatchObject({ kind: "timedOut" });
  });

  test.each([
    ["beyond the turn's own deadline", 2_000, 1_000],
    ["longer than a minute", 61_000, 600_000],
  ])("a wait %s is not waited out", async (_, waitMs, timeoutMs) => {
    const watch = new RetryWatch();
    const turn = () => {
      watch.see(status({ type: "retry", attempt: 1, message: "quota", next: Date.now() + waitMs }));
      return new Promise<Turn>(() => undefined);
    };
    const production = await play({ turn, watch, timeoutMs });
    expect(production).toMatchObject({ blocker: "quotaExhausted", message: expect.stringMatching(/^quota \(/) });
  });

  test("what the host's error event says is more than what its answer says", async () => {
    const watch = new RetryWatch();
    const event = {
      type: "session.error",
      properties: { sessionID: "ses_producer", error: { name: "UnknownError", data: { message: "Model not found" } } },
    } as Parameters<RetryWatch["see"]>[0];
    const turn = async (): Promise<Turn> => {
      watch.see(event);
      return { status: "failed", message: "Unexpected server error" };
    };
    expect(await play({ turn, watch })).toMatchObject({ blocker: "hostFailed", message: "Model not found" });
  });

  test("nothing is opened where the signal has aborted already", async () => {
    const production = await play({ turn: answered(), signal: AbortSignal.abort() });
    expect(production).toMatchObject({ blocker: "stopped", producerID: undefined });
  });

  it("never goes without a ceiling, whatever the configuration holds (R002-54)", async () => {
    const anything = fc.oneof(fc.double(), fc.constantFrom(0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 40));
    await fc.assert(
      fc.asyncProperty(anything, async (timeoutMs) => {
        const { deadlineMs } = await play({ turn: answered(), timeoutMs });
        expect(deadlineMs).toBeGreaterThan(0);
        expect(deadlineMs).toBeLessThanOrEqual(86_400_000);
      }),
    );
  });
});
