import type { ChangedFile } from "./artefact/artefact.ts";
import type { Actor, Model, SessionRecord } from "./artefact/record.ts";

/** Everything the core needs from the outside world; the adapters give the real thing, tests an in-memory one. */

export type OutputStream = "stdout" | "stderr";

export interface ExecRequest {
  /** Absolute path of the executable: resolving names is the caller's business. */
  readonly file: string;
  readonly args: readonly string[];
  /** Absolute directory. */
  readonly cwd: string;
  /** The whole environment of the program; nothing is inherited besides. */
  readonly env: Readonly<Record<string, string>>;
  /** Milliseconds after which the whole process tree is killed; 120000 where it is zero, negative or not finite. */
  readonly timeoutMs: number;
  /** Kills the whole process tree when it aborts. */
  readonly signal: AbortSignal;
  /** Sees every piece of output as it comes, decoded as UTF-8 and otherwise raw. */
  readonly onOutput?: (text: string, stream: OutputStream) => void;
}

/** How a program ended. */
export type ExecEnd =
  | { readonly by: "exit"; readonly exitCode: number }
  | { readonly by: "signal"; readonly signal: string }
  | { readonly by: "timeout" }
  | { readonly by: "abort" }
  /** It never ran. `missing` where the executable itself isn't there. */
  | { readonly by: "start"; readonly missing: boolean; readonly message: string };

export interface ExecOutcome {
  readonly end: ExecEnd;
  /** The last 16 KiB of each stream, raw. */
  readonly stdoutTail: string;
  readonly stderrTail: string;
  readonly durationMs: number;
}

/** Runs programs without a shell. Never rejects. Whatever happens, no process of the tree is left when it resolves. */
export interface Exec {
  run(request: ExecRequest): Promise<ExecOutcome>;
}

export interface FileFacts {
  readonly type: "file" | "directory" | "other";
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since the epoch: when the content or the name last changed. */
  readonly changedAt: number;
}

export type ReadOutcome =
  | { readonly status: "ok"; readonly text: string }
  | { readonly status: "missing" }
  | { readonly status: "notAFile" }
  | { readonly status: "tooLarge"; readonly size: number }
  | { readonly status: "unreadable"; readonly message: string };

export type FindOutcome = { readonly status: "found" | "notFound" } | Exclude<ReadOutcome, { status: "ok" }>;

/** Reads files. Opens regular files only, so that no FIFO or device can block it. Never rejects. All paths are absolute. */
export interface Files {
  /** The path with every link followed; undefined where nothing is there. */
  realPath(path: string): Promise<string | undefined>;
  /** Facts of what the path leads to, links followed; undefined where nothing is there. */
  stat(path: string): Promise<FileFacts | undefined>;
  /** The file's text, where it has at most `maxBytes`. */
  read(path: string, maxBytes: number): Promise<ReadOutcome>;
  /** Whether the file holds the text, read in pieces so that any size costs little memory. */
  find(path: string, text: string, signal: AbortSignal): Promise<FindOutcome>;
  /** SHA-256 of the content in hex; undefined where it is not a readable regular file of at most 4 GiB. */
  hash(path: string): Promise<string | undefined>;
  /** Whether the path leads to a file that may be executed. */
  isExecutable(path: string): Promise<boolean>;
}

/** The commit that a work tree stands on. */
export interface Head {
  /** 40 or 64 hex digits. */
  readonly commit: string;
  /** Absolute: the work tree's root, links followed. */
  readonly root: string;
}

export type HeadReading =
  | { readonly status: "found"; readonly head: Head }
  /** No git, no repository, or no commit in it. */
  | { readonly status: "none" }
  /** There may be one, and git could not tell. */
  | { readonly status: "unreadable"; readonly message: string };

/** What a commit holds at a path. `other` is the commit of a submodule. */
export type EntryKind = "file" | "directory" | "link" | "other";

export type EntryReading =
  /** By path; what the commit doesn't hold is not in there. */
  | { readonly status: "read"; readonly kinds: ReadonlyMap<string, EntryKind> }
  | { readonly status: "unreadable"; readonly message: string };

/**
 * Reads repositories and changes nothing in them: runs none of their hooks and programs, fetches nothing, and answers within
 * a bounded time. Paths are absolute, those in a commit as its work tree has them, with no link above the root. Never rejects.
 */
export interface Git {
  /** Whether git leaves a path out of its work tree's listings; undefined where git can't tell. */
  isIgnored(path: string, directory: string): Promise<boolean | undefined>;
  /** The commit that the work tree around a directory stands on. */
  head(directory: string): Promise<HeadReading>;
  kindsAt(head: Head, paths: readonly string[]): Promise<EntryReading>;
  /** The text of a regular file in the commit, where it has at most `maxBytes`. */
  readAt(head: Head, path: string, maxBytes: number): Promise<ReadOutcome>;
}

/** What a work tree holds at one moment. */
export interface WorkState {
  /** Git's name for the tree of all files. */
  readonly tree: string;
  /** When taking it began, in milliseconds since the epoch. */
  readonly takenAt: number;
  /** Files in the tree that the project has git ignore. */
  readonly ignored: ReadonlySet<string>;
  /** Files that have been written since the time that was asked about, whatever they hold now. */
  readonly rewritten: readonly string[];
  /** What lies in the work tree and not in the tree: ignored directories, large files, repositories of their own. */
  readonly beside: readonly string[];
}

export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly why: "stopped" | "failed"; readonly message: string };

/** Files by path relative to a root, with `/`. Never rejects. */
export interface FileTree {
  list(): Promise<readonly string[]>;
  /** Text of a regular file of at most 1 MiB; undefined where there is none. */
  read(path: string): Promise<string | undefined>;
}

export interface TreeChange {
  readonly path: string;
  readonly status: "added" | "modified" | "deleted";
  /** Git's name for the content before; undefined where there was none. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** What a path of a tree is to hold: what it holds in another tree, nothing, or a text. */
export type Amendment =
  | { readonly path: string; readonly to: "asIn"; readonly tree: string }
  | { readonly path: string; readonly to: "removed" }
  | { readonly path: string; readonly to: "text"; readonly text: string };

/** A directory that holds a tree, with what lies beside it brought along, so that commands can work there. */
export interface IsolatedCopy {
  /** Absolute, links followed. */
  readonly root: string;
  /** Resolves to what went wrong; it is then still there. */
  remove(): Promise<string | undefined>;
}

export interface CaptureRequest {
  /** A state from before: what git would ignore only since then is in the new one all the same. */
  readonly since?: WorkState;
  /** Milliseconds since the epoch. */
  readonly writtenSince?: number;
}

/** Remembers states of one work tree, apart from the user's own repository, which it never writes. Never rejects. */
export interface Repository {
  /** The work tree's root, absolute, links followed. */
  readonly root: string;
  capture(request: CaptureRequest, signal: AbortSignal): Promise<Answer<WorkState>>;
  /** What differs between two trees; a rename is a deletion and an addition. */
  compare(before: string, after: string, signal: AbortSignal): Promise<Answer<readonly TreeChange[]>>;
  files(tree: string, signal: AbortSignal): Promise<Answer<FileTree>>;
  /** The tree in which some paths hold something else. */
  amend(tree: string, amendments: readonly Amendment[], signal: AbortSignal): Promise<Answer<string>>;
  /** SHA-256, in hex, of the binary patch between two trees. */
  hashPatch(before: string, after: string, signal: AbortSignal): Promise<Answer<string>>;
  copy(tree: string, beside: readonly string[], signal: AbortSignal): Promise<Answer<IsolatedCopy>>;
}

export type RepositoryOpening =
  | { readonly status: "open"; readonly repository: Repository }
  /** The directory lies in no git work tree. */
  | { readonly status: "none" }
  | { readonly status: "failed"; readonly message: string };

export interface Repositories {
  /** The memory of the git work tree that an absolute directory lies in. Never rejects. */
  open(directory: string, signal: AbortSignal): Promise<RepositoryOpening>;
}

export type HistoryReading =
  | { readonly status: "read"; readonly files: readonly ChangedFile[] }
  /** The commit isn't there, has no ancestor in common with the present one, or git can't tell. */
  | { readonly status: "failed"; readonly message: string };

/** What git knows of a work tree. Never rejects, and answers within a bounded time. */
export interface History {
  /** The absolute root of the work tree that the directory lies in; undefined where it lies in none. */
  root(directory: string): Promise<string | undefined>;
  /** What differs in the whole work tree, untracked files included, since the present branch left the named commit's. */
  changesSince(commit: string, directory: string): Promise<HistoryReading>;
}

/** Monotonic time and timers. */
export interface Clock {
  /** Milliseconds. */
  now(): number;
  /** Calls back once after `ms`, unless cancelled by the function that it returns. The timer keeps no process alive. */
  after(ms: number, callback: () => void): () => void;
}

export type Log = (level: "info" | "warn" | "error", message: string) => void;

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

/** A process that ends with one turn, and whose exit code tells how that went. */
export interface OneShot {
  /** The command line, without the program. */
  readonly arguments: readonly string[];
  /** Prints to stderr. */
  readonly print: (text: string) => void;
  /** From now on nothing but a release makes the exit code 0. */
  readonly hold: () => void;
  /** Makes the exit code what the verdicts say, 0 where all are accepted and the host has nothing against it. */
  readonly release: (statuses: readonly ("accepted" | "unmet" | "needs_review")[]) => void;
}
