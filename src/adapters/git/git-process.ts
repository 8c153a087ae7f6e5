import { spawn } from "node:child_process";

export interface GitRequest {
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  /** What git reads; nothing by default. */
  readonly input?: string | Uint8Array;
  /** Takes the output instead of having it gathered. */
  readonly onOutput?: (piece: Buffer) => void;
  /** Bytes of output that are gathered; with more, the request has failed. */
  readonly mostBytes?: number;
  readonly signal: AbortSignal;
}

export type GitAnswer =
  | { readonly ok: true; readonly stdout: Buffer }
  | { readonly ok: false; readonly why: "aborted" | "failed" | "tooMuch"; readonly message: string };

const mostGathered = 128 * 1024 * 1024;
const mostComplaint = 4096;

/** Runs one git command, without a shell and with nothing of its own surroundings. Never rejects. */
export function runGit(file: string, request: GitRequest): Promise<GitAnswer> {
  const { args, cwd, env, input, onOutput, mostBytes = mostGathered, signal } = request;
  if (signal.aborted) return Promise.resolve(aborted);
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let size = 0;
    let complaint = "";
    let isTooMuch = false;
    const child = spawn(file, args, { cwd, env, stdio: ["pipe", "pipe", "pipe"], windowsHide: true });
    const stop = () => child.kill("SIGKILL");
    const settle = (answer: GitAnswer) => {
      signal.removeEventListener("abort", stop);
      resolve(answer);
    };
    signal.addEventListener("abort", stop, { once: true });
    child.once("error", ({ message }) => settle({ ok: false, why: "failed", message }));
    child.stdout.on("data", (piece: Buffer) => {
      if (onOutput !== undefined) return onOutput(piece);
      size += piece.length;
      if (size <= mostBytes) pieces.push(piece);
      else {
        isTooMuch = true;
        stop();
      }
      return undefined;
    });
    child.stderr.on("data", (piece: Buffer) => {
      if (complaint.length < mostComplaint) complaint += piece.toString();
    });
    // git may end before it has read everything.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input ?? "");
    child.once("close", (exitCode) => {
      if (signal.aborted) settle(aborted);
      else if (isTooMuch) settle({ ok: false, why: "tooMuch", message: `more than ${mostBytes} bytes of output` });
      else if (exitCode === 0) settle({ ok: true, stdout: Buffer.concat(pieces) });
      else settle({ ok: false, why: "failed", message: complaint.trim() || `git ${args[0]} exited ${exitCode}` });
    });
  });
}

const aborted: GitAnswer = { ok: false, why: "aborted", message: "it was stopped" };
