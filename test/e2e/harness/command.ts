import { type ChildProcess, spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { isolatedEnvironment } from "./host.ts";

/** The command as its users run it: built. */
const main = fileURLToPath(new URL("../../../dist/cli/main.js", import.meta.url));

export interface CommandOptions {
  readonly cwd: string;
  /** What comes over standard input; undefined closes it. */
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The user's home, whose OpenCode configuration counts. */
  readonly home?: string;
}

export interface CommandEnd {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts `dod-gate` with pipes around it, and leaves them to the caller. */
export function startCommand(args: readonly string[], { cwd, env, home = tmpdir() }: CommandOptions): ChildProcess {
  return spawn(process.execPath, [main, ...args], { cwd, env: isolatedEnvironment(home, env) });
}

/** Runs `dod-gate` to its end. */
export async function dodGate(args: readonly string[], options: CommandOptions): Promise<CommandEnd> {
  const child = startCommand(args, options);
  child.stdin?.on("error", () => undefined);
  child.stdin?.end(options.input ?? "");
  return endOf(child);
}

/** What a command that was started wrote, and what it ended with. */
export function endOf(child: ChildProcess): Promise<CommandEnd> {
  let [stdout, stderr] = ["", ""];
  child.stdout?.setEncoding("utf8").on("data", (piece) => {
    stdout += piece;
  });
  child.stderr?.setEncoding("utf8").on("data", (piece) => {
    stderr += piece;
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, stdout, stderr }));
  });
}
