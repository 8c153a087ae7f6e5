import { type ChildProcess, spawn } from "node:child_process";
import type { ExecRequest } from "../ports.ts";

export type Launched =
  | { readonly started: true; readonly child: ChildProcess & { readonly pid: number } }
  /** `failure` becomes what the runtime says about it. */
  | { readonly started: false; readonly failure: Promise<unknown> };

/** Starts a program without a shell, its input closed. */
export type Launcher = (request: ExecRequest) => Launched;

/**
 * Windows can't start the scripts that its package managers are (npm.cmd) by itself: execa knows how to quote for them.
 * Elsewhere it has nothing to add, and under Bun much to take away: its `encoding` reaches Bun's streams, which then give
 * text for bytes, and where the system refuses the start execa breaks and hides the reason.
 */
export async function loadLauncher(): Promise<Launcher> {
  if (process.platform !== "win32") return launch;
  const { execa } = await import("execa");
  return ({ file, args, cwd, env }) => {
    const unmanaged = { extendEnv: false, buffer: false, reject: false, cleanup: false } as const;
    const child = execa(file, args, { cwd, env, stdin: "ignore", windowsHide: true, ...unmanaged });
    return launched(child, child);
  };
}

/** In a session, and so in a process group, of its own. */
function launch({ file, args, cwd, env }: ExecRequest): Launched {
  const child = spawn(file, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
  return launched(child, new Promise((resolve) => child.once("error", resolve)));
}

function launched(child: ChildProcess, failure: Promise<unknown>): Launched {
  // What goes wrong with a program that runs shows in how it ends.
  child.on("error", () => undefined);
  return hasPid(child) ? { started: true, child } : { started: false, failure };
}

function hasPid(child: ChildProcess): child is ChildProcess & { readonly pid: number } {
  return child.pid !== undefined;
}
