import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, readSync } from "node:fs";

/** A process that is alive: neither a zombie nor a thread of the kernel. */
export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** Comparable within one table only. */
  readonly startedAt: number;
}

const KERNEL_THREAD = 0x0020_0000;
const scratch = Buffer.alloc(4096);

const MOST_ROUNDS = 100;

/**
 * The living processes of Linux, the newest first, and then what has been forked meanwhile: so that one which keeps
 * forking and going is met before it is gone. Read synchronously, for that reason and because it costs a quarter of
 * asynchronous reads: about 10 µs a process. Only what the directory lists is a process: /proc also answers to the
 * numbers of threads, and a signal to one of those kills the whole process, which may be this one.
 */
export function* procRows(): Generator<ProcessRow> {
  const seen = new Set<number>();
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const fresh = listPids().filter((pid) => !seen.has(pid));
    if (fresh.length === 0) return;
    for (const pid of fresh.sort((a, b) => b - a)) {
      seen.add(pid);
      const row = procRow(pid);
      if (row !== undefined) yield row;
    }
  }
}

function listPids(): number[] {
  return readdirSync("/proc").filter(isNumber).map(Number);
}

export function procRow(pid: number): ProcessRow | undefined {
  const text = readSmall(`/proc/${pid}/stat`);
  return text === undefined ? undefined : parseStat(text);
}

/** When a process was started, even where it has ended and is only not yet reaped. */
export function startOf(pid: number): number | undefined {
  const text = readSmall(`/proc/${pid}/stat`);
  return text === undefined ? undefined : fieldsOf(text)?.startedAt;
}

/** A line of `/proc/<pid>/stat`; undefined where the process has ended. The name in it may hold any character. */
export function parseStat(text: string): ProcessRow | undefined {
  const fields = fieldsOf(text);
  if (fields === undefined) return undefined;
  const { state, threads, flags, ...row } = fields;
  // A process whose first thread has ended looks like a zombie as long as others of its threads work on.
  const ended = state === "X" || (state === "Z" && threads <= 1);
  return ended || (flags & KERNEL_THREAD) !== 0 ? undefined : row;
}

function fieldsOf(text: string): (ProcessRow & { state: string; threads: number; flags: number }) | undefined {
  const [state = "", ...numbers] = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const field = (index: number): number => Number(numbers[index] ?? Number.NaN);
  const fields = {
    pid: Number.parseInt(text, 10),
    parent: field(0),
    group: field(1),
    session: field(2),
    flags: field(5),
    threads: field(16),
    startedAt: field(18),
  };
  return Object.values(fields).some(Number.isNaN) ? undefined : { ...fields, state };
}

/** Whether the process was started with the text in its environment; undefined where it shows none, as in the midst of an exec. */
export function environmentHolds(pid: number, text: string): boolean | undefined {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`);
    return environment.length === 0 ? undefined : environment.includes(text);
  } catch {
    return false; // Gone, or another user's.
  }
}

/** What the open files of a process lead to: paths, or names like `socket:[123]`. */
export function openFiles(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => linkOf(`/proc/${pid}/fd/${fd}`) ?? []);
  } catch {
    return []; // Gone, or another user's.
  }
}

export function linkOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

function readSmall(path: string): string | undefined {
  let fd: number | undefined;
  try {
    fd = openSync(path, "r");
    return scratch.toString("latin1", 0, readSync(fd, scratch, 0, scratch.length, null));
  } catch {
    return undefined; // The process ended meanwhile.
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

function isNumber(name: string): boolean {
  const first = name.charCodeAt(0);
  return first >= 48 && first <= 57;
}
