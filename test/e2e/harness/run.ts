import { spawn } from "node:child_process";
import { isolatedEnvironment, opencodeBinary } from "./host.ts";

export interface RunOptions {
  /** Given on stdin. */
  readonly prompt: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export interface RunResult {
  readonly stdout: string;
  readonly stderr: string;
  /** Undefined where a signal ended it. */
  readonly exitCode: number | undefined;
}

/** Runs `opencode run` with a home of its own. */
export function runOpencode(home: string, directory: string, options: RunOptions): Promise<RunResult> {
  return new Promise((resolve, reject) => {
    const args = ["run", "--title", "scripted", "--dir", directory, ...(options.args ?? [])];
    const env = { ...isolatedEnvironment(home, options.env), PWD: directory };
    const child = spawn(opencodeBinary(), args, { cwd: directory, env });
    const output = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const) {
      child[name].setEncoding("utf8").on("data", (piece) => {
        output[name] += piece;
      });
    }
    child.once("error", reject);
    child.once("close", (code) => resolve({ ...output, exitCode: code ?? undefined }));
    child.stdin.end(options.prompt);
  });
}

/** What it printed to stdout. */
export async function opencodeRun(home: string, directory: string, prompt: string): Promise<string> {
  return (await runOpencode(home, directory, { prompt })).stdout;
}
