import type { Message, Part, Session } from "@opencode-ai/sdk";
import type { Actor, RecordedMessage, RecordedPart, SessionRecord } from "../../artefact/record.ts";

export interface HostMessage {
  readonly info: Message;
  readonly parts: readonly Part[];
}

/** Reduces the host's messages to what attribution reads: a new host version's shapes are taken in here. */
export function recordOf(session: Session, messages: readonly HostMessage[]): SessionRecord {
  return { id: session.id, directory: session.directory, messages: messages.map(messageOf) };
}

function messageOf({ info, parts }: HostMessage): RecordedMessage {
  const failure = info.role === "assistant" ? info.error : undefined;
  return {
    role: info.role,
    ...actorOf(info),
    createdAt: info.time.created,
    ...(info.role === "assistant" && Number.isFinite(info.cost) ? { cost: info.cost } : {}),
    ...(info.role === "assistant" && !info.time.completed ? { unfinished: true } : {}),
    ...(failure === undefined ? {} : { error: describeFailure(failure) }),
    parts: parts.map(partOf),
  };
}

/** The host sends an agent that its published types don't have. */
export function actorOf(info: Message): Actor {
  const agent: unknown = "agent" in info ? info.agent : "mode" in info ? info.mode : undefined;
  const { providerID, modelID } = info.role === "assistant" ? info : info.model;
  return { ...(typeof agent === "string" ? { agent } : {}), model: { providerID, modelID } };
}

function partOf(part: Part): RecordedPart {
  switch (part.type) {
    case "text":
      return {
        type: "text",
        text: part.text,
        synthetic: part.synthetic === true || part.ignored === true,
        ...(part.metadata === undefined ? {} : { metadata: part.metadata }),
      };
    case "tool": {
      const { state } = part;
      const time = "time" in state ? state.time : undefined;
      return {
        type: "tool",
        tool: part.tool,
        callID: part.callID,
        status: state.status,
        input: state.input,
        metadata: "metadata" in state ? (state.metadata ?? {}) : {},
        ...(time === undefined ? {} : { startedAt: time.start }),
        ...("time" in state && "end" in state.time ? { endedAt: state.time.end } : {}),
      };
    }
    case "step-start":
      return part.snapshot === undefined ? { type: "other" } : { type: "snapshot" };
    case "patch":
      return { type: "patch", files: part.files };
    default:
      return { type: "other" };
  }
}

function describeFailure(failure: { name: string; data?: unknown }): string {
  const { data } = failure;
  const message = typeof data === "object" && data !== null && "message" in data ? String(data.message) : "";
  return message === "" ? failure.name : `${failure.name}: ${message}`;
}
