import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { isolatedEnvironment, opencodeBinary } from "../../e2e/harness/host.ts";

export interface HostCommand {
  readonly home: string;
  readonly directory: string;
  readonly env: Readonly<Record<string, string>>;
  readonly args: readonly string[];
  readonly input?: string;
  /** Where its output goes: the host ends without waiting for a reader. */
  readonly outputFile: string;
  readonly timeoutMs: number;
}

export interface HostAnswer {
  readonly end: "finished" | "failed" | "timedOut";
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the pinned `opencode` with a home of its own. */
export async function runHost({
  home,
  directory,
  env,
  args,
  input,
  outputFile,
  timeoutMs,
}: HostCommand): Promise<HostAnswer> {
  const stdout = openSync(outputFile, "w");
  const child = spawn(opencodeBinary(), [...args], {
    cwd: directory,
    env: { ...isolatedEnvironment(home, env), PWD: directory },
    stdio: ["pipe", stdout, "pipe"],
  });
  closeSync(stdout);
  let stderr = "";
  child.stderr?.on("data", (piece) => {
    stderr += piece;
  });
  let timedOut = false;
  const patience = setTimeout(() => {
    timedOut = true;
    child.kill("SIGKILL");
  }, timeoutMs);
  child.stdin?.end(input ?? "");
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  }).finally(() => clearTimeout(patience));
  const end = timedOut ? "timedOut" : code === 0 ? "finished" : "failed";
  return { end, stdout: readFileSync(outputFile, "utf8"), stderr };
}
