import type { SessionRecord } from "../artefact/record.ts";
import type { ModelChoice, Opening, Turn, TurnRequest } from "../ports/host.ts";

/** A grader's model, as the host names it. */
export type GraderModel = ModelChoice;

export interface OpenRequest {
  /** The session that the new one becomes a child of. */
  readonly callerID: string;
  /** Absolute; what the session's tools see. */
  readonly directory: string;
  readonly title: string;
  /** Stays with the session for as long as the host keeps it. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

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
