import { describe, expect, test } from "vitest";
import { attribute } from "../../src/artefact/attribute.ts";
import type { RecordedMessage, RecordedPart, RecordedToolCall, SessionRecord } from "../../src/artefact/record.ts";

const tool = (name: string, rest: Partial<RecordedToolCall> = {}): RecordedToolCall => ({
  type: "tool",
  tool: name,
  callID: "call",
  status: "completed",
  input: {},
  metadata: {},
  startedAt: 1010,
  endedAt: 1020,
  ...rest,
});
const text = (value: string, synthetic = false): RecordedPart => ({ type: "text", text: value, synthetic });
const said = (parts: RecordedPart[], createdAt = 1005): RecordedMessage => ({ role: "assistant", createdAt, parts });
const session = (...messages: RecordedMessage[]): SessionRecord => ({ id: "ses_1", directory: "/project", messages });
const wrote = (filepath: string, exists = false) => tool("write", { metadata: { filepath, exists } });

function read(...sessions: SessionRecord[]) {
  const reading = attribute({ sessions, since: 1000, declaredOutputs: [] });
  if (reading.status !== "read") throw new Error(`not read: ${reading.status}`);
  return reading.artefact;
}

describe("the changed files come from the producer's own tool calls (R002-34)", () => {
  test.each<[string, RecordedPart[], unknown]>([
    ["a new file", [wrote("/project/a")], [{ path: "/project/a", status: "added" }]],
    ["an overwritten file", [wrote("/project/a", true)], [{ path: "/project/a", status: "modified" }]],
    [
      "a relative path where the record has no absolute one",
      [tool("write", { input: { filePath: "src/a" } })],
      [{ path: "/project/src/a", status: "added" }],
    ],
    [
      "an edit",
      [tool("edit", { metadata: { filediff: { file: "/project/a" } } })],
      [{ path: "/project/a", status: "modified" }],
    ],
    [
      "a patch that adds, updates, deletes and moves",
      [
        tool("apply_patch", {
          metadata: {
            files: [
              { filePath: "/project/new", type: "add" },
              { filePath: "/project/old", type: "update" },
              { filePath: "/project/dead", type: "delete" },
              { filePath: "/project/from", type: "move", movePath: "/project/to" },
            ],
          },
        }),
      ],
      [
        { path: "/project/new", status: "added" },
        { path: "/project/old", status: "modified" },
        { path: "/project/dead", status: "deleted" },
        { path: "/project/from", status: "deleted" },
        { path: "/project/to", status: "added" },
      ],
    ],
    [
      "a file made and edited stays added",
      [wrote("/project/a"), tool("edit", { metadata: { filediff: { file: "/project/a" } } })],
      [{ path: "/project/a", status: "added" }],
    ],
    [
      "a file made and deleted is no change",
      [wrote("/project/a"), tool("apply_patch", { metadata: { files: [{ filePath: "/project/a", type: "delete" }] } })],
      [],
    ],
    [
      "reading tools change nothing",
      [tool("read"), tool("grep"), tool("todowrite"), tool("task"), tool("invalid")],
      [],
    ],
  ])("%s", (_, parts, expected) => {
    expect(read(session(said([...parts, text("done")]))).changedFiles).toEqual(expected);
  });

  test("work of descendants counts as the producer's", () => {
    const child: SessionRecord = { ...session(said([wrote("/project/deep")])), id: "ses_2" };
    expect(read(session(said([text("done")])), child).changedFiles).toEqual([
      { path: "/project/deep", status: "added" },
    ]);
  });

  test("what was done before the dispatch belongs to earlier work", () => {
    const earlier = said([wrote("/project/before"), text("earlier")], 900);
    expect(read(session(earlier, said([wrote("/project/after"), text("done")]))).changedFiles).toEqual([
      { path: "/project/after", status: "added" },
    ]);
  });
});

describe("what only the host's snapshots show is observed and never blamed", () => {
  const patch: RecordedPart = { type: "patch", files: ["/project/made-by-bash", "/project/a"] };

  test("a patch in a step that ran a command", () => {
    const step = said([{ type: "snapshot" }, wrote("/project/a"), tool("bash"), patch, text("done")]);
    expect(read(session(step))).toMatchObject({
      attribution: "known",
      changedFiles: [
        { path: "/project/a", status: "added" },
        { path: "/project/made-by-bash", status: "observed" },
      ],
      untracked: [{ from: 1010, to: 1020 }],
    });
  });

  test("a patch in a step whose every tool is recorded holds other sessions' files", () => {
    const step = said([{ type: "snapshot" }, wrote("/project/a"), patch, text("done")]);
    expect(read(session(step)).changedFiles).toEqual([{ path: "/project/a", status: "added" }]);
  });

  test.each(["bash", "some_mcp_tool"])("without snapshots %s leaves the attribution unknown", (name) => {
    expect(read(session(said([tool(name), text("done")]))).attribution).toBe("unknown");
  });

  test("without snapshots recorded tools leave it known", () => {
    expect(read(session(said([wrote("/project/a"), text("done")]))).attribution).toBe("known");
  });

  test("a file tool that failed may have written something", () => {
    expect(read(session(said([tool("apply_patch", { status: "error" }), text("done")]))).attribution).toBe("unknown");
  });
});

describe("the final text is the producer's own last one", () => {
  test.each<[string, RecordedPart[], string]>([
    ["the last of several", [text("first"), text("last")], "last"],
    ["not the host's", [text("mine"), text("<system-reminder>", true)], "mine"],
    ["the whole one after a cut stream", [text(""), text("whole")], "whole"],
    ["none", [wrote("/project/a")], ""],
    ["only blanks", [text(" \n ")], ""],
  ])("%s", (_, parts, expected) => {
    expect(read(session(said(parts))).finalReturnText).toBe(expected);
  });

  test("an earlier message's text does not stand in for a missing last one", () => {
    expect(read(session(said([text("working on it")]), said([wrote("/project/a")]))).finalReturnText).toBe("");
  });
});

describe("a record that tells nothing is never read as success (R002-36)", () => {
  test("no session", () => {
    expect(attribute({ sessions: [], since: 0, declaredOutputs: [] }).status).toBe("unreadable");
  });

  test("no answer since the dispatch", () => {
    const reading = attribute({ sessions: [session(said([text("old")], 10))], since: 1000, declaredOutputs: [] });
    expect(reading.status).toBe("unreadable");
  });

  test("a turn that ended in an error", () => {
    const failed = { ...said([text("half")]), error: "APIError: 401" };
    const reading = attribute({ sessions: [session(failed)], since: 1000, declaredOutputs: [] });
    expect(reading).toEqual({ status: "producerFailed", message: "APIError: 401" });
  });
});
