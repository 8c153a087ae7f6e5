import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import type { Project } from "./project.ts";

/** Waits until something holds. */
export async function until(holds: () => boolean | Promise<boolean>, patienceMs = 20_000): Promise<void> {
  const end = Date.now() + patienceMs;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error("it never happened");
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** The processes whose command line holds a text. */
export function processesWith(text: string): string[] {
  return commandLines().filter((line) => line.includes(text));
}

function commandLines(): string[] {
  if (process.platform !== "linux") {
    return execFileSync("ps", ["-A", "-ww", "-o", "args="], { encoding: "utf8" }).split("\n");
  }
  return readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry))
    .map(readCommandLine);
}

/** Ends the processes whose command line holds a text that only a test's own processes have. */
export function killProcessesWith(text: string): void {
  for (const entry of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    if (readCommandLine(entry).includes(text)) process.kill(Number(entry), "SIGKILL");
  }
}

function readCommandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch (error) {
    // The process ended while it was looked at.
    return `gone: ${String(error)}`;
  }
}

/** The sessions of a project that are at work, or wait to ask their provider again. */
export async function busySessions(project: Project): Promise<string[]> {
  const { data } = await project.client.session.status();
  return Object.entries(data ?? {}).flatMap(([id, { type }]) => (type === "idle" ? [] : [id]));
}
