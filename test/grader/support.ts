import type { Artefact } from "../../src/artefact/artefact.ts";
import type { RecordedPart, RecordedToolCall, SessionRecord } from "../../src/artefact/record.ts";
import type { GradePorts, GradeRequest } from "../../src/grader/grade.ts";
import type { GraderSessions, RecordReading } from "../../src/grader/sessions.ts";
import type { Opening, Turn } from "../../src/ports/host.ts";
import { type MemoryEntry, memoryFiles } from "../support/memory-files.ts";

export const marker = "0123456789abcdef0123456789abcdef";

export const artefact = (rest: Partial<Artefact> = {}): Artefact => ({
  changedFiles: [{ path: "/project/src/parser.ts", status: "added" }],
  finalReturnText: "The parser handles carriage returns and empty input.",
  declaredOutputs: [],
  attribution: "known",
  untracked: [],
  ...rest,
});

/** An artefact that is the producer's text alone. */
export const textOnly = (rest: Partial<Artefact> = {}) => artefact({ changedFiles: [], ...rest });

export const toolCall = (tool: string, rest: Partial<RecordedToolCall> = {}): RecordedToolCall => ({
  type: "tool",
  tool,
  callID: "call",
  status: "completed",
  input: {},
  metadata: {},
  ...rest,
});

/** A `read` call as the host records it: lines from 1 on. */
export const readCall = (filePath: string, lines = 10, rest: Partial<RecordedToolCall> = {}): RecordedToolCall =>
  toolCall("read", {
    input: { filePath },
    metadata: { display: { type: "file", path: filePath, lineStart: 1, lineEnd: lines, totalLines: lines } },
    ...rest,
  });

export const recordOf = (...parts: readonly RecordedPart[]): SessionRecord => ({
  id: "ses_grader",
  directory: "/project",
  messages: [{ role: "assistant", createdAt: 1, parts }],
});

export const tree: Record<string, MemoryEntry> = {
  "/project/package.json": "{}",
  "/project/Makefile": "all:",
  "/project/src/parser.ts": "export {}",
  "/project/src/lexer.ts": "export {}",
  "/project/app/(shop)/[id]/page.tsx": "export {}",
  "/project/docs/Release Notes.md": "# Notes",
  "/project/link.ts": { link: "/etc/passwd" },
  "/etc/passwd": "root",
};

type AnsweredTurn = Extract<Turn, { status: "answered" }>;

export const answered = (text: string, rest: Partial<AnsweredTurn> = {}): AnsweredTurn => ({
  status: "answered",
  role: "assistant",
  text,
  finish: "stop",
  model: "scripted/model",
  ...rest,
});

export const judgement = (pass: boolean, ...reasons: string[]) => answered(JSON.stringify({ pass, reasons }));

export interface Script {
  readonly turns: readonly (Turn | (() => Turn))[];
  readonly opening?: Opening;
  readonly record?: RecordReading;
}

/** Grader sessions that follow a script, and note all that is asked of them. */
export function scriptedSessions({ turns, opening, record }: Script) {
  const calls: string[] = [];
  const prompts: Parameters<GraderSessions["prompt"]>[0][] = [];
  const openings: Parameters<GraderSessions["open"]>[0][] = [];
  const sessions: GraderSessions = {
    async open(request) {
      openings.push(request);
      return opening ?? { status: "opened", id: "ses_grader" };
    },
    async prompt(request) {
      calls.push(`prompt ${request.sessionID}`);
      const turn = turns[prompts.push(request) - 1];
      if (turn === undefined) throw new Error("the script has no further turn");
      return typeof turn === "function" ? turn() : turn;
    },
    async record(id) {
      calls.push(`record ${id}`);
      return record ?? { status: "read", record: recordOf(readCall("src/parser.ts")) };
    },
    async abort(id) {
      calls.push(`abort ${id}`);
    },
    async remove(id) {
      calls.push(`remove ${id}`);
    },
  };
  return { sessions, calls, prompts, openings };
}

export const gradeRequest = (rest: Partial<GradeRequest> = {}): GradeRequest => ({
  callerID: "ses_caller",
  producerIDs: ["ses_producer", "ses_descendant"],
  directory: "/project",
  criteria: ["Empty input is handled.", "Every function is documented."],
  artefact: artefact(),
  diffs: new Map(),
  graderTimeoutMs: 5_000,
  signal: new AbortController().signal,
  ...rest,
});

export const gradePorts = (sessions: GraderSessions, rest: Partial<GradePorts> = {}): GradePorts => ({
  sessions,
  files: memoryFiles(tree),
  scrub: (text) => text.replaceAll("hunter2", "[redacted]"),
  newMarker: () => marker,
  ...rest,
});
