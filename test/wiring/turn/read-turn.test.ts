import { describe, expect, test } from "vitest";
import type { RecordedMessage, SessionRecord } from "../../../src/artefact/record.ts";
import { graderAgent } from "../../../src/grader/agent.ts";
import { readTurn, type TurnRequest } from "../../../src/wiring/turn/read-turn.ts";

const message = (createdAt: number, text: string, more: Partial<RecordedMessage> = {}): RecordedMessage => ({
  role: "assistant",
  agent: "build",
  model: { providerID: "p", modelID: "m" },
  createdAt,
  parts: [{ type: "text", text, synthetic: false }],
  ...more,
});
const session = (id: string, messages: readonly RecordedMessage[]): SessionRecord => ({
  id,
  directory: "/code/project",
  messages,
});
const written = (filePath: string): RecordedMessage["parts"] => [
  {
    type: "tool",
    tool: "write",
    callID: "call_1",
    status: "completed",
    input: { filePath },
    metadata: { filepath: `/code/project/${filePath}`, exists: false },
  },
];
const asked = message(100, "Do it.", { role: "user" });

function read(sessions: readonly SessionRecord[], busy: readonly string[] = [], request: Partial<TurnRequest> = {}) {
  return readTurn(
    { sessionID: "ses_1", since: 100, promptedAt: 100, isOver: false, declaredOutputs: [], ...request },
    { readTree: async () => ({ status: "read", sessions }) },
    { busy: async () => new Set(busy) },
  );
}

describe("what a turn came to", () => {
  test("is what the session and its subagents did since the message, without a grader's part", async () => {
    const reading = await read([
      session("ses_1", [message(50, "old", { parts: written("old.txt") }), asked, message(110, "Done.")]),
      session("ses_2", [message(105, "", { parts: written("new.txt") })]),
      session("ses_3", [message(106, "{}", { agent: graderAgent.name, parts: written("graded.txt") })]),
    ]);
    expect(reading).toMatchObject({
      status: "read",
      artefact: { finalReturnText: "Done.", changedFiles: [{ path: "/code/project/new.txt" }] },
      sessionIDs: ["ses_1", "ses_2"],
    });
  });

  test("ends with the agent's own words, not with those of a compaction", async () => {
    const summary = message(120, "A summary.", { agent: "compaction" });
    expect(await read([session("ses_1", [asked, message(110, "Done."), summary])])).toMatchObject({
      artefact: { finalReturnText: "Done." },
    });
  });

  const answered = session("ses_1", [asked, message(110, "Done.")]);

  test.each<[title: string, sessions: readonly SessionRecord[], busy: readonly string[], more: Partial<TurnRequest>]>([
    ["there is no answer to what was asked last", [answered], [], { promptedAt: 200 }],
    ["its session is at work", [answered], ["ses_1"], {}],
    ["a subagent is at work", [answered, session("ses_2", [])], ["ses_2"], {}],
    [
      "its last answer is not written to its end",
      [session("ses_1", [asked, message(110, "", { unfinished: true })])],
      [],
      {},
    ],
  ])("is not there yet where %s, unless it is over", async (_, sessions, busy, more) => {
    expect(await read(sessions, busy, more)).toBe(undefined);
    expect(await read(sessions, busy, { ...more, isOver: true })).toMatchObject({ status: "read" });
  });

  test("does not wait for a grader, or for another session", async () => {
    const grader = session("ses_3", [message(106, "{}", { agent: graderAgent.name })]);
    expect(await read([answered, grader], ["ses_3", "ses_9"])).toMatchObject({ status: "read" });
  });

  test("is unreadable where the host never answered", async () => {
    expect(await read([session("ses_1", [asked])], [], { promptedAt: undefined })).toMatchObject({
      status: "unreadable",
    });
  });
});
