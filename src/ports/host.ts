import type { Actor, Model, SessionRecord } from "../artefact/record.ts";

/** What the core needs of the host and its sessions; the adapters give the real thing, tests a scripted one. */

/** One rule of an agent's or session's permissions, as the host evaluates them: the last that matches wins. */
export interface PermissionRule {
  readonly permission: string;
  readonly pattern: string;
  readonly action: "allow" | "ask" | "deny";
}

/** What a call shows of itself while it runs. */
export interface CallDisplay {
  readonly title: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export interface CallID {
  readonly sessionID: string;
  readonly messageID: string;
  readonly callID: string;
}

/** Calls of the plugin's own tool that are under way. Never rejects. */
export interface Calls {
  /** Does nothing where the call is no longer running. */
  show(call: CallID, display: CallDisplay): Promise<void>;
}

export type TreeReading =
  /** The session first, then its descendants. */
  | { readonly status: "read"; readonly sessions: readonly SessionRecord[] }
  | { readonly status: "unreadable"; readonly message: string };

/** One tool call as the record of the calling session holds it. */
export interface CallSite {
  /** Who made the call. */
  readonly caller: Actor;
  /** The variant of its model that the caller worked on; undefined where it is none in particular. */
  readonly variant: string | undefined;
  readonly input: Readonly<Record<string, unknown>>;
  /** Milliseconds since the epoch. */
  readonly startedAt: number | undefined;
}

export interface AgentFacts {
  readonly name: string;
  /** Whether the host keeps it for itself. */
  readonly isHidden: boolean;
  readonly rules: readonly PermissionRule[];
  /** Undefined where the agent runs on its caller's model. */
  readonly model: ModelChoice | undefined;
}

/** A model, and which of its variants. */
export interface ModelChoice extends Model {
  readonly variant?: string;
}

/** What the host's configuration says about delegating. */
export interface DelegationLimits {
  /** How many sessions above a caller still let it delegate. */
  readonly depth: number;
  /** Tools that are for the user's own sessions alone. */
  readonly primaryTools: readonly string[];
}

export type Opening =
  | { readonly status: "opened"; readonly id: string }
  | { readonly status: "failed"; readonly message: string };

export interface TurnRequest {
  readonly sessionID: string;
  readonly agent: string;
  readonly text: string;
  /** Absent where the host is to choose. */
  readonly model?: ModelChoice;
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
      readonly error?: TurnError;
      /** `provider/model`, as the host recorded it. */
      readonly model: string;
    }
  | { readonly status: "timedOut" }
  /** The signal aborted, or somebody else aborted the session. */
  | { readonly status: "aborted" }
  /** The host refused or lost the turn. */
  | { readonly status: "failed"; readonly message: string };

export interface TurnError {
  /** The host's name for the kind of error. */
  readonly name: string;
  readonly message: string;
  /** The provider's answer, where there was one. */
  readonly statusCode?: number;
}

export interface ProducerOpening {
  /** The session that the new one becomes a child of. */
  readonly callerID: string;
  readonly title: string;
  readonly agent: string;
  /** What the session may do, besides what its agent may not. */
  readonly rules: readonly PermissionRule[];
  /** Stays with the session for as long as the host keeps it. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** Sessions that do delegated work. Nothing rejects. A turn is over by its deadline or the signal's abort. */
export interface ProducerSessions {
  open(request: ProducerOpening): Promise<Opening>;
  prompt(request: TurnRequest): Promise<Turn>;
}

/** Messages in a session that people read and no model does. Never rejects. */
export interface Notes {
  /** Whether the session is at work, and stays so for a moment. */
  isBusy(sessionID: string): Promise<boolean>;
  /** The session must not be at work: it would go on for the note's sake. */
  add(sessionID: string, text: string, metadata: Readonly<Record<string, unknown>>): Promise<void>;
}

/** The host's sessions. Never rejects, and answers within a bounded time. */
export interface Sessions {
  readTree(sessionID: string): Promise<TreeReading>;
  /** The call with this id in the session's recent record. */
  findCall(sessionID: string, callID: string): Promise<CallSite | undefined>;
  /** The `task` call in the session's recent record that made or resumed this producer, the latest first. */
  findTask(sessionID: string, producerID: string): Promise<CallSite | undefined>;
  /** What the session may do when it acts as this agent (by default the one it last acted as); undefined where unknown. */
  permissions(sessionID: string, agent: string | undefined): Promise<readonly PermissionRule[] | undefined>;
  /** An agent as it is configured; undefined where the host knows none of that name. */
  findAgent(name: string): Promise<AgentFacts | undefined>;
  /** Every agent there is; undefined where the host doesn't tell. */
  agents(): Promise<readonly AgentFacts[] | undefined>;
  /** How many sessions are above this one; undefined where that can't be read. */
  depthOf(sessionID: string): Promise<number | undefined>;
  limits(): Promise<DelegationLimits | undefined>;
}

/** On whose behalf, and on which model, a message is put into a session. */
export interface Voice {
  readonly agent: string;
  readonly model: Model;
  readonly variant: string | undefined;
  /** What the user's client added to the system prompt. */
  readonly system: string | undefined;
}

/** A message of the plugin's own. */
export interface Insertion {
  readonly voice: Voice;
  /** What people see of it, and no model. */
  readonly shown: string | undefined;
  /** What the model reads, and people don't see. */
  readonly told: string | undefined;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export type Delivery = { readonly status: "delivered" } | { readonly status: "failed"; readonly message: string };

/** Whether a message can be put into a session. In a reverted one it would make the user's undoing final. */
export type Readiness = "ready" | "busy" | "reverted" | "gone";

export interface PartPlace {
  readonly sessionID: string;
  readonly messageID: string;
  readonly partID: string;
}

/** The sessions that people work in. Never rejects, and answers within a bounded time. */
export interface Conversations {
  readiness(sessionID: string): Promise<Readiness>;
  /** The sessions that are at work. */
  busy(): Promise<ReadonlySet<string>>;
  /** Puts a message into a session that triggers no model call. The session must not be at work: it would go on for the note's sake. */
  note(sessionID: string, insertion: Insertion): Promise<Delivery>;
  /** Prompts the session; does not wait for an answer. */
  send(sessionID: string, insertion: Insertion): Promise<Delivery>;
  /** Replaces the metadata of a part. */
  mark(place: PartPlace, metadata: Readonly<Record<string, unknown>>): Promise<Delivery>;
}
