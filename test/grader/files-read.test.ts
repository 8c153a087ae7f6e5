import { describe, expect, test } from "vitest";
import type { RecordedPart } from "../../src/artefact/record.ts";
import { filesReadBy } from "../../src/grader/files-read.ts";
import { readCall, recordOf, toolCall } from "./support.ts";

const shown = (display: unknown) => toolCall("read", { input: { filePath: "a.ts" }, metadata: { display } });

describe("a file was read where the record shows lines of it (R001-37, R001-38)", () => {
  test.each<[string, RecordedPart, string]>([
    ["by an absolute path", readCall("/project/src/a.ts"), "/project/src/a.ts"],
    ["by a path relative to the session's directory", readCall("src/../src/a.ts"), "/project/src/a.ts"],
    ["one line of it", readCall("a.ts", 1), "/project/a.ts"],
    ["a part of it", shown({ type: "file", lineStart: 40, lineEnd: 60 }), "/project/a.ts"],
    [
      "an image",
      toolCall("read", { input: { filePath: "a.png" }, metadata: { preview: "Image read successfully" } }),
      "/project/a.png",
    ],
  ])("%s", (_, part, path) => {
    expect(filesReadBy(recordOf(part))).toEqual([path]);
  });

  test.each<[string, RecordedPart]>([
    ["an empty file", readCall("a.ts", 0)],
    ["no line of a file", shown({ type: "file", lineStart: 5, lineEnd: 4 })],
    ["a directory", shown({ type: "directory", path: "/project/src", entries: ["a.ts"] })],
    ["a refused call", readCall("a.ts", 10, { status: "error" })],
    ["an unfinished call", readCall("a.ts", 10, { status: "running" })],
    ["a search that shows a file's lines", toolCall("grep", { input: { path: "a.ts" }, metadata: { matches: 3 } })],
    ["a call of a tool that is not there", toolCall("invalid", { input: { tool: "read", filePath: "a.ts" } })],
    ["a call without a path", readCall("a.ts", 10, { input: {} })],
    ["a call with an odd path", readCall("a.ts", 10, { input: { filePath: 7 } })],
    ["a call whose record shows nothing", toolCall("read", { input: { filePath: "a.ts" } })],
    ["lines that are no numbers", shown({ type: "file", lineStart: "1", lineEnd: "9" })],
    ["an empty preview", toolCall("read", { input: { filePath: "a.ts" }, metadata: { preview: " " } })],
    ["a text that speaks of reading", { type: "text", text: "I read a.ts", synthetic: false }],
  ])("and not by %s", (_, part) => {
    expect(filesReadBy(recordOf(part))).toEqual([]);
  });

  test("once, however often", () => {
    expect(filesReadBy(recordOf(readCall("a.ts"), readCall("/project/a.ts")))).toEqual(["/project/a.ts"]);
  });
});
