import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import { exists, killNow } from "./kill.ts";
import { environmentHolds, linkOf, openFiles, type ProcessRow, procRow, procRows, startOf } from "./proc.ts";
import { ProcessHunt, type Quarry, type Sighting } from "./process-hunt.ts";
import { psTable } from "./ps.ts";
import { taskkill, taskkillSync } from "./taskkill.ts";

/** The environment variable by which every process of a run is known; nested runs each leave their mark in it. */
export const MARK_VARIABLE = "DOD_GATE_RUN";

export interface TreeRoot {
  readonly pid: number;
  /** What MARK_VARIABLE of the program holds and no other process's does. */
  readonly mark: string;
  /** Whether the program has ended and been reaped. */
  ended(): boolean;
  /** What its output is called among the open files of a process, where that is known; nobody else's is called so. */
  readonly outputs: readonly string[];
  /** Whether its output is still open, so that somebody must hold the other end. */
  pipesOpen(): boolean;
}

/**
 * A program and all that it has started, however far it has got away: own session, orphaned, pipes in hand. Out of reach
 * are only an orphan that has left session, environment and output all behind, on macOS also one that hides its
 * environment, on Windows every orphan, and whatever has taken another user's rights.
 */
export interface ProcessTree {
  /** Kills all of it. Resolves when nothing of it is alive, or after about a second if something can't be killed. */
  kill(): Promise<void>;
  /** The same as far as it goes without waiting: for the moment in which the host ends. */
  killSync(): void;
}

const PATIENCE_MS = 900;
const SYNC_PATIENCE_MS = 500;
const SYNC_PAUSE_MS = 2;
const ROWS_A_TURN = 64;
/** How often a process that shows no environment is looked at again: an exec is over by then. */
const DOUBTS = 3;

/** Made right after the start, while the program can't have been reaped yet. */
export function processTree(root: TreeRoot): ProcessTree {
  if (process.platform === "win32") return windowsTree(root);
  return process.platform === "linux" ? linuxTree(root) : posixTree(root);
}

function linuxTree(root: TreeRoot): ProcessTree {
  const outputs = root.outputs.length > 0 ? root.outputs : socketsOf(root.pid);
  const quarry: Quarry = {
    root: root.pid,
    // A program that was quick may be gone altogether; its processes are younger than this one in any case.
    since: startOf(root.pid) ?? startOf(process.pid) ?? 0,
    isReplaced: () => root.ended() && exists(root.pid),
    bears: ({ pid }) => {
      const marked = environmentHolds(pid, root.mark);
      if (marked === true || !root.pipesOpen()) return marked;
      return openFiles(pid).some((file) => outputs.includes(file)) || marked;
    },
    kill: ({ pid, startedAt }) => (procRow(pid)?.startedAt === startedAt ? killNow(pid) : "gone"),
  };
  return {
    kill: () => exterminate(root, new ProcessHunt(quarry), () => gently(procRows())),
    killSync() {
      const hunt = new ProcessHunt(quarry);
      if (!root.ended()) {
        passSync(hunt, false);
        killNow(-root.pid);
      }
      const deadline = performance.now() + SYNC_PATIENCE_MS;
      while (passSync(hunt, true).living > 0 && performance.now() < deadline) pauseSync();
    },
  };
}

/** The sockets that a runtime has given a program for its output. It may have put something else in their place. */
function socketsOf(pid: number): string[] {
  return [1, 2].flatMap((fd) => linkOf(`/proc/${pid}/fd/${fd}`) ?? []).filter((file) => file.startsWith("socket:"));
}

function passSync(hunt: ProcessHunt, kill: boolean): Sighting {
  hunt.begin();
  for (const row of procRows()) hunt.meet(row, kill);
  return hunt.end(kill);
}

/** Gives what has been killed the time to die. */
function pauseSync(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SYNC_PAUSE_MS);
}

/** macOS and other systems without /proc. */
function posixTree(root: TreeRoot): ProcessTree {
  const table = psTable(root.mark);
  const quarry: Quarry = {
    root: root.pid,
    // `ps` gives whole seconds, and the program was started a moment ago.
    since: Math.floor(Date.now() / 1000 - 1) * 1000,
    isReplaced: () => root.ended() && exists(root.pid),
    bears: (row) => table.isMarked(row),
    kill: ({ pid }) => killNow(pid),
  };
  return {
    kill: () => exterminate(root, new ProcessHunt(quarry), () => table.rows()),
    killSync() {
      if (!root.ended()) killNow(-root.pid);
    },
  };
}

/** On Windows orphans can't be found: what has outlived its parents by the time of the kill stays. */
function windowsTree(root: TreeRoot): ProcessTree {
  return {
    async kill() {
      if (!root.ended()) await taskkill(root.pid);
    },
    killSync() {
      if (!root.ended()) taskkillSync(root.pid);
    },
  };
}

async function exterminate(root: TreeRoot, hunt: ProcessHunt, rows: () => AsyncIterable<ProcessRow>): Promise<void> {
  const pass = async (kill: boolean): Promise<Sighting> => {
    hunt.begin();
    for await (const row of rows()) hunt.meet(row, kill);
    return hunt.end(kill);
  };

  if (!root.ended()) {
    // Who is whose child can only be seen while the parents are alive.
    await pass(false);
    if (!root.ended()) killNow(-root.pid);
  }
  const deadline = performance.now() + PATIENCE_MS;
  let doubts = 0;
  for (let pause = 1; performance.now() < deadline; pause = Math.min(pause * 2, 20)) {
    const { living, doubtful } = await pass(true);
    if (living === 0) {
      doubts += 1;
      if (!doubtful || doubts > DOUBTS) return;
    }
    await sleep(pause);
  }
}

/** Lets others have a turn now and then. */
async function* gently(rows: Iterable<ProcessRow>): AsyncGenerator<ProcessRow> {
  let count = 0;
  for (const row of rows) {
    yield row;
    count += 1;
    if (count % ROWS_A_TURN === 0) await turn();
  }
}
