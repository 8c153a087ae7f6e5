import type { CheckContext } from "../../src/checks/context.ts";
import { RunQueue } from "../../src/checks/run-queue.ts";
import { Slots } from "../../src/checks/slots.ts";
import type { Check } from "../../src/dod/dod.ts";
import { manualClock } from "../support/manual-clock.ts";
import { type MemoryEntry, memoryFiles } from "../support/memory-files.ts";
import { scriptedExec } from "../support/scripted-exec.ts";

/** A line of a block that has none: only its place is made up. */
export type Unplaced = Check extends infer Each ? (Each extends Check ? Omit<Each, "at"> : never) : never;

export function check(unplaced: Unplaced): Check {
  return { ...unplaced, at: { line: 1, column: 1 } } as Check;
}

/** The programs that every machine has. */
const machine: Record<string, MemoryEntry> = {
  "/usr/bin/npm": { content: "", executable: true },
  "/usr/bin/npx": { content: "", executable: true },
  "/usr/bin/node": { content: "", executable: true },
};

/** A project at /code/app, in no worktree, that may do everything. */
export function contextOf(
  entries: Record<string, MemoryEntry> = {},
  overrides: Partial<CheckContext> = {},
): CheckContext {
  return {
    exec: scriptedExec(),
    files: memoryFiles({ "/code/app/README.md": "", ...machine, ...entries }),
    clock: manualClock(),
    shared: { queue: new RunQueue(), slots: new Slots(4) },
    base: "/code/app",
    platform: "linux",
    hostEnv: { PATH: "/usr/bin", HOME: "/home/u" },
    commands: { allow: [], inlineEval: true },
    checkTimeoutMs: 120_000,
    permissions: { decide: async () => "allow" },
    wasChanged: async () => "unchanged",
    signal: new AbortController().signal,
    ...overrides,
  };
}

export function packageJson(scripts: Record<string, string>): string {
  return JSON.stringify({ name: "app", version: "1.0.0", scripts });
}
