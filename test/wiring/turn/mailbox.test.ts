import { expect, test } from "vitest";
import type { Delivery, Insertion, Readiness } from "../../../src/ports/host.ts";
import { type Letter, Mailbox } from "../../../src/wiring/turn/mailbox.ts";

const voice = { agent: "build", model: { providerID: "p", modelID: "m" }, variant: undefined, system: undefined };

function setUp(readiness: () => Readiness, delivery: Delivery = { status: "delivered" }) {
  const delivered: string[] = [];
  const failures: string[] = [];
  const deliver = async (_: string, { shown }: Insertion) => {
    delivered.push(shown ?? "");
    return delivery;
  };
  const conversations = { readiness: async () => readiness(), note: deliver, send: deliver };
  const mailbox = new Mailbox({ conversations, log: () => undefined });
  const letter = (shown: string, more: Partial<Letter> = {}): Letter => ({
    kind: "note",
    insertion: { voice, shown, told: undefined, metadata: {} },
    isWanted: () => true,
    onFailure: (message) => failures.push(message),
    ...more,
  });
  return { mailbox, letter, delivered, failures };
}

test("a letter waits until its session is at rest, and each is delivered once, in order", async () => {
  let now: Readiness = "busy";
  const { mailbox, letter, delivered } = setUp(() => now);
  await mailbox.post("ses_1", letter("one"));
  await mailbox.post("ses_1", letter("two"));
  expect(delivered).toEqual([]);
  now = "ready";
  await Promise.all([mailbox.rest("ses_1"), mailbox.rest("ses_1"), mailbox.rest("ses_2")]);
  await mailbox.rest("ses_1");
  expect(delivered).toEqual(["one", "two"]);
});

test("what nobody wants any more is left out", async () => {
  const { mailbox, letter, delivered, failures } = setUp(() => "ready");
  await mailbox.post("ses_1", letter("late", { isWanted: () => false }));
  expect([delivered, failures]).toEqual([[], []]);
});

test("a session that is gone or taken back gets nothing, and the sender learns so", async () => {
  for (const state of ["gone", "reverted"] as const) {
    const { mailbox, letter, delivered, failures } = setUp(() => state);
    await mailbox.post("ses_1", letter("one"));
    expect([delivered, failures.length]).toEqual([[], 1]);
  }
});

test("a host that refuses a letter is not asked again", async () => {
  const { mailbox, letter, delivered, failures } = setUp(() => "ready", { status: "failed", message: "no" });
  await mailbox.post("ses_1", letter("one", { kind: "prompt" }));
  await mailbox.rest("ses_1");
  expect([delivered, failures]).toEqual([["one"], ["no"]]);
});

test("what has been dropped is not delivered", async () => {
  let now: Readiness = "busy";
  const { mailbox, letter, delivered } = setUp(() => now);
  await mailbox.post("ses_1", letter("one"));
  mailbox.drop("ses_1");
  now = "ready";
  await mailbox.rest("ses_1");
  expect(delivered).toEqual([]);
});

test("a session that is about to work gets nothing before its next rest, although the host doesn't say so yet", async () => {
  const { mailbox, letter, delivered } = setUp(() => "ready");
  mailbox.expectWork("ses_1");
  await mailbox.post("ses_1", letter("one"));
  expect(delivered).toEqual([]);
  await mailbox.rest("ses_1");
  expect(delivered).toEqual(["one"]);
});

test("a note waits for the answer to a prompt before it", async () => {
  const { mailbox, letter, delivered } = setUp(() => "ready");
  await mailbox.post("ses_1", letter("prompt", { kind: "prompt" }));
  await mailbox.post("ses_1", letter("note"));
  expect(delivered).toEqual(["prompt"]);
  await mailbox.rest("ses_1");
  expect(delivered).toEqual(["prompt", "note"]);
});
