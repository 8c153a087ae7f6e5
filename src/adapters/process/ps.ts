import { execFile } from "node:child_process";
import type { ProcessRow } from "./proc.ts";

export interface PsTable {
  rows(): AsyncIterable<ProcessRow>;
  isMarked(row: ProcessRow): boolean;
}

// -E shows the environment behind the command, for the user's own processes.
const ARGUMENTS = ["-A", "-E", "-ww", "-o", "pid=,ppid=,pgid=,stat=,lstart=,command="];
const MOST_BYTES = 64 * 1024 * 1024;
const LINE = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\w{3}\s+\w{3}\s+\d+\s+[\d:]+\s+\d{4})\s?(.*)$/;

/** The process table as the `ps` of macOS tells it. */
export function psTable(mark: string): PsTable {
  let marked = new Set<number>();
  return {
    async *rows() {
      const found = parsePs(await runPs(), mark);
      marked = found.marked;
      yield* found.rows;
    },
    isMarked: ({ pid }) => marked.has(pid),
  };
}

export function parsePs(text: string, mark: string): { rows: ProcessRow[]; marked: Set<number> } {
  const rows: ProcessRow[] = [];
  const marked = new Set<number>();
  for (const line of text.split("\n")) {
    const [, pid, parent, group, state, started, command] = LINE.exec(line) ?? [];
    if (state === undefined || started === undefined || state.startsWith("Z")) continue;
    const row = { pid: Number(pid), parent: Number(parent), group: Number(group), session: Number(group) };
    rows.push({ ...row, startedAt: Date.parse(started) });
    if (command?.includes(mark)) marked.add(row.pid);
  }
  rows.sort((a, b) => b.pid - a.pid);
  return { rows, marked };
}

/** Empty where `ps` fails: then the process group is all that can be killed. */
function runPs(): Promise<string> {
  return new Promise((resolve) => {
    const options = { env: { LC_ALL: "C" }, maxBuffer: MOST_BYTES, timeout: 1000 };
    execFile("/bin/ps", ARGUMENTS, options, (_error, stdout) => resolve(stdout));
  });
}
