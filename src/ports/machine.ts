/** What the core needs of the machine; the adapters give the real thing, tests an in-memory one. */

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

/** Monotonic time and timers. */
export interface Clock {
  /** Milliseconds. */
  now(): number;
  /** Calls back once after `ms`, unless cancelled by the function that it returns. The timer keeps no process alive. */
  after(ms: number, callback: () => void): () => void;
}

export type Log = (level: "info" | "warn" | "error", message: string) => void;

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
