import { execFile } from "node:child_process";
import { gitEnvironment } from "./git-environment.ts";

/** Milliseconds that git may take to answer, where the request says nothing else. */
const PATIENCE_MS = 10_000;

export interface GitRequest {
  readonly directory: string;
  readonly args: readonly string[];
  /** Bytes that it may print at most. */
  readonly maxBytes: number;
  /** Milliseconds; 10000 by default. */
  readonly patienceMs?: number;
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
export function askGit({ directory, args, maxBytes, patienceMs = PATIENCE_MS }: GitRequest): Promise<GitAnswer> {
  return new Promise((resolve) => {
    const options = {
      cwd: directory,
      env: gitEnvironment(process.env),
      timeout: patienceMs,
      killSignal: "SIGKILL",
      maxBuffer: maxBytes,
      windowsHide: true,
      encoding: "buffer",
    } as const;
    execFile("git", [...harmless, ...args], options, (error, output, errors) => {
      if (error === null) resolve({ status: "ok", output });
      else if (error.code === "ENOENT") resolve({ status: "missing" });
      else if (typeof error.code !== "number") resolve({ status: "failed", message: describe(error, patienceMs) });
      else resolve({ status: "refused", exitCode: error.code, message: firstLine(errors.toString("utf8")) });
    });
  });
}

function describe(
  { killed, message }: { readonly killed?: boolean | undefined; readonly message: string },
  patienceMs: number,
): string {
  return killed === true ? `git gave no answer within ${patienceMs / 1000} s` : `git: ${message}`;
}

function firstLine(text: string): string {
  return text.trim().split("\n", 1)[0] ?? "";
}
