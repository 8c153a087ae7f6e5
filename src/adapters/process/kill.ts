import { codeOf } from "../system-error.ts";
import type { Killing } from "./process-hunt.ts";

/** Kills a process, or with a negative number a process group. */
export function killNow(pid: number): Killing {
  return send(pid, "SIGKILL");
}

export function exists(pid: number): boolean {
  return send(pid, 0) !== "gone";
}

function send(pid: number, signal: "SIGKILL" | 0): Killing {
  try {
    process.kill(pid, signal);
    return "sent";
  } catch (error) {
    return codeOf(error) === "EPERM" ? "forbidden" : "gone";
  }
}
