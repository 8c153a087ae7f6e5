/** One session as `opencode export` prints it, as far as the lane reads it. */
export interface ExportedSession {
  readonly info: { readonly id: string };
  readonly messages: readonly ExportedMessage[];
}

interface ExportedMessage {
  readonly info: { readonly role: string; readonly providerID?: string; readonly modelID?: string };
  readonly parts: readonly ExportedPart[];
}

interface ExportedPart {
  readonly type: string;
  readonly tool?: string;
  readonly state?: {
    readonly status: string;
    readonly input?: Readonly<Record<string, unknown>>;
    readonly output?: string;
    readonly error?: string;
    readonly metadata?: Readonly<Record<string, unknown>>;
  };
}

/** One call of a tool, and what came back. */
export interface ToolUse {
  readonly input: Readonly<Record<string, unknown>>;
  readonly completed: boolean;
  /** The result, or the error that the model read instead. */
  readonly output: string;
  /** The gate's reasons, as the call's metadata has them. */
  readonly reasons: readonly string[];
}

export function usesOf(tool: string, sessions: readonly ExportedSession[]): ToolUse[] {
  return partsOf(sessions)
    .filter((part) => part.type === "tool" && part.tool === tool)
    .map(({ state }) => ({
      input: state?.input ?? {},
      completed: state?.status === "completed",
      output: state?.output ?? state?.error ?? "",
      reasons: reasonsIn(state?.metadata?.["dodGate"]),
    }));
}

/** Whether a model called a tool that it wasn't offered. */
export function wasRefusedAsUnknown(tool: string, sessions: readonly ExportedSession[]): boolean {
  return partsOf(sessions).some(({ state }) => {
    const text = `${state?.output ?? ""}${state?.error ?? ""}`;
    return text.includes(`unavailable tool '${tool}'`);
  });
}

/** Every `provider/model` that answered. */
export function modelsIn(sessions: readonly ExportedSession[]): string[] {
  const answers = sessions.flatMap(({ messages }) => messages).filter(({ info }) => info.role === "assistant");
  return [...new Set(answers.map(({ info }) => `${info.providerID}/${info.modelID}`))].toSorted();
}

/** Sessions that a session's record speaks of. */
export function sessionIDsIn(text: string): string[] {
  return [...new Set(text.match(/\bses_[A-Za-z0-9]+/g) ?? [])];
}

function partsOf(sessions: readonly ExportedSession[]): ExportedPart[] {
  return sessions.flatMap(({ messages }) => messages).flatMap(({ parts }) => parts);
}

function reasonsIn(record: unknown): string[] {
  if (typeof record !== "object" || record === null || !("reasons" in record)) return [];
  return Array.isArray(record.reasons) ? record.reasons.map(String) : [];
}
