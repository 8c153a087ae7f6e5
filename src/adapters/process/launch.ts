import { type ChildProcess, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import type { ExecRequest } from "../../ports/machine.ts";
import type { OutputPipes } from "./output-pipes.ts";

export type Launched =
  | {
      readonly started: true;
      readonly child: ChildProcess & { readonly pid: number };
      readonly openOutput: () => Output;
    }
  /** `failure` becomes what the runtime says about it. */
  | { readonly started: false; readonly failure: Promise<unknown> };

/** What the program writes, as this process reads it. */
export interface Output {
  readonly stdout: Readable | null;
  readonly stderr: Readable | null;
}

/** Starts a program without a shell, its input closed. Never throws. */
export type Launcher = (request: ExecRequest, pipes: OutputPipes | undefined) => Launched;

/**
 * Windows can't start the scripts that its package managers are (npm.cmd) by itself: execa knows how to quote for them.
 * Elsewhere it has nothing to add, and under Bun much to take away: its `encoding` reaches Bun's streams, which then give
 * text for bytes, and where the system refuses the start execa breaks and hides the reason.
 */
export async function loadLauncher(): Promise<Launcher> {
  if (process.platform !== "win32") return guarded(launch);
  try {
    const { execa } = await import("execa");
    const unmanaged = { extendEnv: false, buffer: false, reject: false, cleanup: false } as const;
    return guarded(({ file, args, cwd, env }) => {
      const child = execa(file, args, { cwd, env, stdin: "ignore", windowsHide: true, ...unmanaged });
      return launched(child, child, () => child);
    });
  } catch (error) {
    return () => failed(error);
  }
}

/** In a session, and so in a process group, of its own. */
const launch: Launcher = ({ file, args, cwd, env }, pipes) => {
  const [stdout, stderr] = pipes?.ends ?? (["pipe", "pipe"] as const);
  const child = spawn(file, args, { cwd, env, stdio: ["ignore", stdout, stderr], detached: true });
  return launched(child, new Promise((resolve) => child.once("error", resolve)), () => pipes?.read() ?? child);
};

function guarded(launcher: Launcher): Launcher {
  return (request, pipes) => {
    try {
      return launcher(request, pipes);
    } catch (error) {
      return failed(error);
    }
  };
}

function failed(error: unknown): Launched {
  return { started: false, failure: Promise.resolve(error) };
}

function launched(child: ChildProcess, failure: Promise<unknown>, openOutput: () => Output): Launched {
  // What goes wrong with a program that runs shows in how it ends.
  child.on("error", () => undefined);
  return hasPid(child) ? { started: true, child, openOutput } : { started: false, failure };
}

function hasPid(child: ChildProcess): child is ChildProcess & { readonly pid: number } {
  return child.pid !== undefined;
}
