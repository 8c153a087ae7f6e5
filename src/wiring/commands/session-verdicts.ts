import type { RecordedMessage, RecordedPart, RecordedToolCall } from "../../artefact/record.ts";
import type { Sessions } from "../../ports/host.ts";
import type { VerifiedResult } from "../../report/session-report.ts";
import { readTaskResult } from "../task/task-call.ts";

export interface SessionVerdicts {
  /** In the order in which they were made. */
  readonly results: readonly VerifiedResult[];
  /** Why there may be more. */
  readonly unread: string | undefined;
}

/** What was verified in a session and below it, as the host's own record tells: a restart loses nothing of it. */
export async function readVerdicts(sessionID: string, sessions: Pick<Sessions, "readTree">): Promise<SessionVerdicts> {
  const tree = await sessions.readTree(sessionID);
  if (tree.status === "unreadable") return { results: [], unread: tree.message };
  const titles = new Map<string, string>();
  const results: VerifiedResult[] = [];
  const turns = new Set<unknown>();
  for (const session of tree.sessions) {
    for (const message of session.messages) {
      for (const part of message.parts) {
        if (part.type === "tool") rememberTitle(part, titles);
        if (isRepeated(part, turns)) continue;
        const result = resultIn(part, message, titles);
        if (result !== undefined) results.push(result);
      }
    }
  }
  return { results: results.sort((one, other) => one.at - other.at), unread: undefined };
}

/** A turn's verdict stands on the part for people and again on the one for the model. */
function isRepeated(part: RecordedPart, turns: Set<unknown>): boolean {
  const record = part.type === "text" ? part.metadata?.["dodGate"] : undefined;
  if (typeof record !== "object" || record === null || !("messageID" in record)) return false;
  if ("status" in record && record.status === "returned") return false;
  const isKnown = turns.has(record.messageID);
  turns.add(record.messageID);
  return isKnown;
}

function rememberTitle({ input, metadata }: RecordedToolCall, titles: Map<string, string>): void {
  const producer = metadata["sessionId"];
  if (typeof producer === "string") titles.set(producer, titleOf(input));
}

function resultIn(part: RecordedPart, message: RecordedMessage, titles: Map<string, string>) {
  switch (part.type) {
    case "tool": {
      if (part.tool !== "task" && part.tool !== "delegate") return undefined;
      const producer = part.metadata["sessionId"];
      return resultOf(part.metadata["dodGate"], {
        wiring: part.tool,
        title: titleOf(part.input),
        sessionID: typeof producer === "string" ? producer : undefined,
        at: part.endedAt ?? message.createdAt,
      });
    }
    case "text": {
      const background = readTaskResult(part.text);
      return resultOf(part.metadata?.["dodGate"], {
        wiring: background === undefined ? "turn" : "task",
        title: background === undefined ? "" : (titles.get(background.producerID) ?? ""),
        sessionID: background?.producerID,
        at: message.createdAt,
      });
    }
    case "snapshot":
    case "patch":
    case "other":
      return undefined;
  }
}

type About = Pick<VerifiedResult, "wiring" | "title" | "sessionID" | "at">;

/** A skip verified nothing, and what is no verdict, such as the mark of a command, is none of these. */
function resultOf(record: unknown, about: About): VerifiedResult | undefined {
  if (typeof record !== "object" || record === null) return undefined;
  const facts: Readonly<Record<string, unknown>> = { ...record };
  const standing = standingOf(facts["outcome"], facts["status"]);
  if (standing === undefined) return undefined;
  const { method, reasons, checks } = facts;
  return {
    ...about,
    standing,
    method: typeof method === "string" ? method : "",
    checks: Array.isArray(checks) ? checks.length : 0,
    reasons: Array.isArray(reasons) ? reasons.filter((reason) => typeof reason === "string") : [],
  };
}

/** How it ended, where that is said; else what the one verdict was. What failed and goes back is not at its end yet. */
function standingOf(outcome: unknown, status: unknown): VerifiedResult["standing"] | undefined {
  switch (status ?? outcome) {
    case "accepted":
    case "pass":
      return outcome === "pass" ? "accepted" : "needsUser";
    case "unmet":
    case "fail":
      return "notAccepted";
    case "needs_review":
    case "error":
      return "needsUser";
    default:
      return undefined;
  }
}

function titleOf({ description, prompt }: Readonly<Record<string, unknown>>): string {
  if (typeof description === "string" && description.trim() !== "") return description.trim();
  return typeof prompt === "string" ? (prompt.trim().split(/[\r\n]/, 1)[0] ?? "") : "";
}
