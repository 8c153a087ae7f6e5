/** One session as the host recorded it, reduced to what attribution reads. */
export interface SessionRecord {
  readonly id: string;
  /** Absolute; relative paths in tool calls are relative to it. */
  readonly directory: string;
  readonly messages: readonly RecordedMessage[];
}

/** On which agent and model a message was made; absent where the record doesn't tell. */
export interface Actor {
  readonly agent?: string;
  readonly model?: Model;
}

/** A model as the host names it. */
export interface Model {
  readonly providerID: string;
  readonly modelID: string;
}

/** The model as users write it: `provider/model`. */
export function nameOfModel({ providerID, modelID }: Model): string {
  return `${providerID}/${modelID}`;
}

export interface RecordedMessage extends Actor {
  readonly role: "user" | "assistant";
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** The host has not written it to its end. */
  readonly unfinished?: true;
  /** Why the turn failed, where it did. */
  readonly error?: string;
  /** Dollars, as the host counts them; absent where it doesn't. */
  readonly cost?: number;
  readonly parts: readonly RecordedPart[];
}

export type RecordedPart =
  | {
      readonly type: "text";
      readonly text: string;
      readonly synthetic: boolean;
      /** What plugins have attached to it. */
      readonly metadata?: Readonly<Record<string, unknown>>;
    }
  | RecordedToolCall
  /** The host took a snapshot here, so `patch` parts can be relied on. */
  | { readonly type: "snapshot" }
  /** Files that differ in the whole worktree between two snapshots, whoever changed them. Absolute. */
  | { readonly type: "patch"; readonly files: readonly string[] }
  | { readonly type: "other" };

export interface RecordedToolCall {
  readonly type: "tool";
  readonly tool: string;
  readonly callID: string;
  readonly status: "pending" | "running" | "completed" | "error";
  readonly input: Readonly<Record<string, unknown>>;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Milliseconds since the epoch; absent while it hasn't happened. */
  readonly startedAt?: number;
  readonly endedAt?: number;
}
