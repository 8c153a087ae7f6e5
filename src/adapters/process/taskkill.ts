import { execFile, spawnSync } from "node:child_process";
import { join } from "node:path";

const PATIENCE_MS = 900;

/** Kills a process of Windows and its descendants. */
export function taskkill(pid: number): Promise<void> {
  return new Promise((resolve) => {
    // An error says that the process is gone, or that it can't be killed: there is no more to be done either way.
    execFile(program(), arguments_(pid), { windowsHide: true, timeout: PATIENCE_MS }, () => resolve());
  });
}

export function taskkillSync(pid: number): void {
  spawnSync(program(), arguments_(pid), { windowsHide: true, timeout: PATIENCE_MS, stdio: "ignore" });
}

/** By its full path: Windows would look for a bare name in the current directory first. */
function program(): string {
  return join(process.env["SystemRoot"] ?? "C:\\Windows", "System32", "taskkill.exe");
}

function arguments_(pid: number): string[] {
  return ["/PID", String(pid), "/T", "/F"];
}
