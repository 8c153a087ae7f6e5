import { expect, test } from "vitest";
import type { RecordedPart, SessionRecord } from "../../../src/artefact/record.ts";
import { readVerdicts } from "../../../src/wiring/commands/session-verdicts.ts";

function session(id: string, ...parts: RecordedPart[]): SessionRecord {
  return { id, directory: "/code/app", messages: [{ role: "user", createdAt: 5, parts }] };
}

function call(tool: string, endedAt: number, dodGate: unknown): RecordedPart {
  const input = { description: `${tool} ${endedAt}` };
  return {
    type: "tool",
    tool,
    callID: "c",
    status: "completed",
    input,
    metadata: { sessionId: "ses_p", dodGate },
    endedAt,
  };
}

function text(words: string, dodGate: unknown): RecordedPart {
  return { type: "text", text: words, synthetic: true, metadata: { dodGate } };
}

async function read(...sessions: SessionRecord[]) {
  const { results } = await readVerdicts("ses_1", { readTree: async () => ({ status: "read", sessions }) });
  return results.map(({ wiring, standing, title }) => [wiring, standing, title].join(" ").trim());
}

test("verdicts are found on calls, background results and turns, descendants included, newest last (R003-9)", async () => {
  const turn = { outcome: "fail", status: "unmet", messageID: "msg_1" };
  expect(
    await read(
      session(
        "ses_1",
        call("task", 9, { outcome: "pass" }),
        call("delegate", 7, { outcome: "error", status: "needs_review" }),
        text("[dod-gate] sent back", { ...turn, status: "returned" }),
        text("[dod-gate status: unmet]", turn),
        text("The same for the model.", turn),
      ),
      session("ses_2", call("task", 8, { outcome: "fail" })),
    ),
  ).toEqual(["turn notAccepted", "delegate needsUser delegate 7", "task notAccepted task 8", "task accepted task 9"]);
});

test("a background result has the title of its call", async () => {
  const result = '<task id="ses_p" state="completed">';
  expect(await read(session("ses_1", call("task", 9, undefined), text(result, { outcome: "pass" })))).toEqual([
    "task accepted task 9",
  ]);
});

test.each([
  undefined,
  null,
  "pass",
  { outcome: "skip" },
  { status: "skipped", outcome: "skip" },
  { command: "dod", version: 1 },
  { role: "producer" },
  { wiring: "turn", status: "not_judged", because: "aborted" },
])("%j is no verdict", async (record) => {
  expect(await read(session("ses_1", call("task", 1, record), text("x", record)))).toEqual([]);
});

test("a status alone accepts nothing", async () => {
  expect(await read(session("ses_1", call("delegate", 1, { status: "accepted" })))).toEqual([
    "delegate needsUser delegate 1",
  ]);
});

test("a record that can't be read says so", async () => {
  const verdicts = await readVerdicts("ses_1", { readTree: async () => ({ status: "unreadable", message: "gone" }) });
  expect(verdicts).toEqual({ results: [], unread: "gone" });
});
