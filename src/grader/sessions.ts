import type { SessionRecord } from "../artefact/record.ts";

/** A model as the host names it. */
export interface GraderModel {
  readonly providerID: string;
  readonly modelID: string;
  readonly variant?: string;
}

export interface OpenRequest {
  /** The session that the new one becomes a child of. */
  readonly callerID: string;
  /** Absolute; what the session's tools see. */
  readonly directory: string;
  readonly title: string;
  /** Stays with the session for as long as the host keeps it. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

export type Opening =
  | { readonly status: "opened"; readonly id: string }
  | { readonly status: "failed"; readonly message: string };

export interface TurnRequest {
  readonly sessionID: string;
  readonly agent: string;
  readonly text: string;
  /** Absent where the host is to choose. */
  readonly model?: GraderModel;
  /** Milliseconds, finite and above 0, after which the turn is given up. */
  readonly deadlineMs: number;
  /** Gives the turn up when it aborts. */
  readonly signal: AbortSignal;
}

/** How one turn ended, as the host tells it; what counts as an answer is not the port's business. */
export type Turn =
  | {
      readonly status: "answered";
      /** Whose message came back: the host may return the prompt itself. */
      readonly role: string;
      /** The message's last text; empty where it has none. */
      readonly text: string;
      readonly finish: string | undefined;
      /** Why the model gave no whole answer, where it didn't. */
      readonly error?: string;
      /** `provider/model`, as the host recorded it. */
      readonly model: string;
    }
  | { readonly status: "timedOut" }
  /** The signal aborted, or somebody else aborted the session. */
  | { readonly status: "aborted" }
  /** The host refused or lost the turn. */
  | { readonly status: "failed"; readonly message: string };

export type RecordReading =
  | { readonly status: "read"; readonly record: SessionRecord }
  | { readonly status: "unreadable"; readonly message: string };

/**
 * Sessions of graders. Nothing rejects. A turn is over by its deadline or the signal's abort, whatever the host does;
 * everything else answers within a bounded time too.
 */
export interface GraderSessions {
  open(request: OpenRequest): Promise<Opening>;
  prompt(request: TurnRequest): Promise<Turn>;
  record(sessionID: string): Promise<RecordReading>;
  /** Stops on the server what the session is doing. Speaks in the log where that fails. */
  abort(sessionID: string): Promise<void>;
  /** Deletes the session. Speaks in the log where that fails. */
  remove(sessionID: string): Promise<void>;
}
