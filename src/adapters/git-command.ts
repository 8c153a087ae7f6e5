import { execFile } from "node:child_process";

/** Milliseconds that git may take to answer. */
const PATIENCE_MS = 10_000;

export interface GitRequest {
  readonly directory: string;
  readonly args: readonly string[];
  /** Bytes that it may print at most. */
  readonly maxBytes: number;
}

export type GitAnswer =
  | { readonly status: "ok"; readonly output: Buffer }
  /** git said no; the message is what it printed first. */
  | { readonly status: "refused"; readonly exitCode: number; readonly message: string }
  | { readonly status: "missing" }
  | { readonly status: "failed"; readonly message: string };

/** Nothing of the repository may run, and nothing of it is written: not even an index is refreshed. */
const harmless = ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"];

/** Asks git, without a shell. Never rejects, whatever the repository is like. */
export function askGit({ directory, args, maxBytes }: GitRequest): Promise<GitAnswer> {
  return new Promise((resolve) => {
    const options = {
      cwd: directory,
      env: gitEnvironment(process.env),
      timeout: PATIENCE_MS,
      killSignal: "SIGKILL",
      maxBuffer: maxBytes,
      windowsHide: true,
      encoding: "buffer",
    } as const;
    execFile("git", [...harmless, ...args], options, (error, output, errors) => {
      if (error === null) resolve({ status: "ok", output });
      else if (error.code === "ENOENT") resolve({ status: "missing" });
      else if (typeof error.code !== "number") resolve({ status: "failed", message: describe(error) });
      else resolve({ status: "refused", exitCode: error.code, message: firstLine(errors.toString("utf8")) });
    });
  });
}

/** Variables that would make git look at another repository than the directory's, or at another state of it. */
const misleading = new Set(
  [
    "GIT_DIR GIT_WORK_TREE GIT_COMMON_DIR GIT_INDEX_FILE GIT_PREFIX GIT_NAMESPACE GIT_SHALLOW_FILE GIT_GRAFT_FILE",
    "GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_REPLACE_REF_BASE GIT_EXTERNAL_DIFF GIT_PAGER",
    "GIT_GLOB_PATHSPECS GIT_NOGLOB_PATHSPECS GIT_ICASE_PATHSPECS",
  ].flatMap((line) => line.split(" ")),
);

function gitEnvironment(host: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(host).filter(([name]) => !misleading.has(name.toUpperCase()));
  return {
    ...Object.fromEntries(kept),
    GIT_OPTIONAL_LOCKS: "0",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_NO_LAZY_FETCH: "1",
    GIT_TERMINAL_PROMPT: "0",
    LC_ALL: "C",
  };
}

function describe({ killed, message }: { readonly killed?: boolean | undefined; readonly message: string }): string {
  return killed === true ? `git gave no answer within ${PATIENCE_MS / 1000} s` : `git: ${message}`;
}

function firstLine(text: string): string {
  return text.trim().split("\n", 1)[0] ?? "";
}
