import type { Artefact } from "../artefact/artefact.ts";
import type { SessionRecord } from "../artefact/record.ts";
import type { Files } from "../ports/machine.ts";
import type { Scrub } from "../scrub/scrub.ts";
import { graderAgent, graderMetadata } from "./agent.ts";
import { ask, type Judgement } from "./ask.ts";
import { type EvidenceGap, findUnsupported } from "./evidence.ts";
import { type EvidenceKind, evidenceKindOf } from "./evidence-kind.ts";
import { filesReadBy } from "./files-read.ts";
import type { GradeError, GradeOutcome } from "./outcome.ts";
import { buildPrompt, readableReturnText } from "./prompt.ts";
import type { GraderModel, GraderSessions } from "./sessions.ts";
import { graderTools } from "./tools.ts";
import { escapeLine, shortenLine } from "./untrusted.ts";

export interface GradeRequest {
  readonly callerID: string;
  /** The producer's session and its descendants. */
  readonly producerIDs: readonly string[];
  /** The absolute base directory. */
  readonly directory: string;
  /** All criteria of one delegation: they are judged in one session. */
  readonly criteria: readonly string[];
  readonly artefact: Artefact;
  /** Diffs of changed files by their absolute paths, as far as they are known. */
  readonly diffs: ReadonlyMap<string, string>;
  /** Absent where the host is to choose. */
  readonly model?: GraderModel;
  /** Milliseconds for each turn of the grader. */
  readonly graderTimeoutMs: number;
  readonly signal: AbortSignal;
}

export interface GradePorts {
  readonly sessions: GraderSessions;
  readonly files: Pick<Files, "realPath" | "stat">;
  readonly scrub: Scrub;
  /** At least 16 random letters and digits, new at each call. */
  readonly newMarker: () => string;
}

const defaultTimeoutMs = 60_000;
/** A timer of 2^31 ms or more fires at once. */
const longestTimeoutMs = 86_400_000;

/** Reasons beyond one per criterion that still leave, and how long one may be, in UTF-16 code units. */
const spareReasons = 10;
const longestReason = 2_000;
const longestMessage = 500;

/** Has a fresh session judge the criteria. Whatever happens, that session, and no other, is gone afterwards. */
export async function grade(request: GradeRequest, ports: GradePorts): Promise<GradeOutcome> {
  const { callerID, producerIDs, directory, criteria, artefact, diffs, signal } = request;
  const { sessions, scrub } = ports;
  if (criteria.length === 0) return failed("noCriteria", "there is nothing to judge", scrub);
  if (signal.aborted) return failed("stopped", "stopped before the grader was asked", scrub);
  const evidence = await evidenceKindOf({ ...artefact, directory }, ports.files);
  const prompt = buildPrompt({
    ...artefact,
    criteria,
    evidence,
    directory,
    changedFiles: artefact.changedFiles.map((file) => ({ ...file, diff: diffs.get(file.path) ?? "" })),
    marker: ports.newMarker(),
    scrub,
  });
  if (prompt.status === "criteriaTooLong") {
    return failed("criteriaTooLong", "the criteria are too long for one prompt", scrub);
  }
  const title = `dod-gate: grading ${criteria.length === 1 ? "1 criterion" : `${criteria.length} criteria`}`;
  const opening = await sessions.open({ callerID, directory, title, metadata: graderMetadata });
  if (opening.status === "failed") return failed("sessionFailed", opening.message, scrub);
  const sessionID = opening.id;
  // Such a session is not ours to end.
  if ([callerID, ...producerIDs, ""].includes(sessionID)) {
    return failed("notIndependent", "the host gave the grader no session of its own", scrub);
  }
  let ended = false;
  try {
    const turn = {
      sessionID,
      agent: graderAgent.name,
      text: prompt.text,
      ...(request.model === undefined ? {} : { model: request.model }),
      deadlineMs: deadlineOf(request.graderTimeoutMs),
      signal,
    };
    const judgement = await ask(turn, sessions);
    ended = judgement.status !== "none";
    return await weigh(judgement, sessionID, { ...request, evidence }, ports);
  } finally {
    if (!ended) await sessions.abort(sessionID);
    await sessions.remove(sessionID);
  }
}

async function weigh(
  judgement: Judgement,
  sessionID: string,
  request: GradeRequest & { readonly evidence: EvidenceKind },
  { sessions, files, scrub }: GradePorts,
): Promise<GradeOutcome> {
  if (request.signal.aborted) return failed("stopped", "stopped before the judgement was weighed", scrub);
  if (judgement.status === "none") return failed(judgement.why, judgement.message, scrub);
  const model = shortenLine(escapeLine(judgement.model), longestMessage);
  if (judgement.status === "unreadable") return { outcome: "fail", why: "unparseable", fault: judgement.fault, model };

  const clean = (text: string) => shortenLine(escapeLine(scrub(text)), longestReason);
  const reasons = judgement.reasons.slice(0, request.criteria.length + spareReasons).map(clean);
  if (!judgement.pass) return { outcome: "fail", why: "judged", reasons, model };
  const reading = await sessions.record(sessionID);
  if (reading.status === "unreadable") return failed("sessionFailed", reading.message, scrub);
  const tool = findForeignTool(reading.record);
  if (tool !== undefined) return failed("notReadOnly", `the grader's session used the tool ${tool}`, scrub);
  const claim = {
    ...request,
    reasons: judgement.reasons,
    returnText: readableReturnText(request.artefact.finalReturnText, scrub),
    filesRead: filesReadBy(reading.record),
  };
  const gap = await findUnsupported(claim, files);
  if (gap === undefined) return { outcome: "pass", reasons, model };
  return { outcome: "fail", why: "unsupported", gap: cleanGap(gap, clean), reasons, model };
}

function cleanGap(gap: EvidenceGap, clean: (text: string) => string): EvidenceGap {
  return "cited" in gap ? { ...gap, cited: clean(gap.cited) } : gap;
}

/** A tool that took effect although no grader may use it. `invalid` is how the host records a call that it didn't make. */
function findForeignTool({ messages }: SessionRecord): string | undefined {
  for (const part of messages.flatMap(({ parts }) => parts)) {
    if (part.type !== "tool" || graderTools.has(part.tool) || part.tool === "invalid") continue;
    if (part.status === "completed" || part.status === "running") return part.tool;
  }
  return undefined;
}

/** A deadline that is none would be no deadline at all. */
function deadlineOf(graderTimeoutMs: number): number {
  const isUsable = Number.isFinite(graderTimeoutMs) && graderTimeoutMs > 0;
  return isUsable ? Math.min(graderTimeoutMs, longestTimeoutMs) : defaultTimeoutMs;
}

function failed(why: GradeError, message: string, scrub: Scrub): GradeOutcome {
  return { outcome: "error", why, message: shortenLine(escapeLine(scrub(message)), longestMessage) };
}
