import { OutputTail } from "../../src/adapters/process/output-tail.ts";
import { timeLimit } from "../../src/adapters/process/time-limit.ts";
import type { Clock, Exec, ExecEnd, ExecOutcome, ExecRequest } from "../../src/ports/machine.ts";

/** What a scripted program does. Nothing given: it prints nothing and exits 0. */
export interface ScriptedRun {
  readonly exitCode?: number;
  /** Instead of `exitCode`, where the program doesn't exit by itself. */
  readonly end?: ExecEnd;
  readonly stdout?: string;
  readonly stderr?: string;
  readonly durationMs?: number;
  /** It ends when this promise settles, or after that many milliseconds of the clock; `"never"`: only timeout or abort end it. */
  readonly until?: Promise<unknown> | number | "never";
}

/** Given the request and how many came before it. */
export type Script = (request: ExecRequest, index: number) => ScriptedRun;

export interface ScriptedExec extends Exec {
  /** Every request, in order of arrival. */
  readonly requests: readonly ExecRequest[];
  /** Base name of the executable and arguments of every request, joined by spaces. */
  readonly commands: readonly string[];
  /** How many runs are going on now, and the most there ever were at once. */
  readonly running: number;
  readonly mostRunning: number;
}

/**
 * An Exec that starts nothing. Timeouts count on the clock given, else on real time; an abort ends a run at once.
 * The output of a run reaches `onOutput` as it starts, stdout first.
 */
export function scriptedExec(script: Script | ScriptedRun = {}, clock: Clock = realClock): ScriptedExec {
  const requests: ExecRequest[] = [];
  let running = 0;
  let mostRunning = 0;
  const answer = typeof script === "function" ? script : () => script;

  const run = async (request: ExecRequest): Promise<ExecOutcome> => {
    const scripted = answer(request, requests.length);
    requests.push(request);
    if (request.signal.aborted) return outcome({ by: "abort" }, {}, 0);
    running += 1;
    mostRunning = Math.max(mostRunning, running);
    const started = clock.now();
    try {
      if (scripted.stdout) request.onOutput?.(scripted.stdout, "stdout");
      if (scripted.stderr) request.onOutput?.(scripted.stderr, "stderr");
      const end = await endOf(request, scripted, clock);
      return outcome(end, scripted, clock.now() - started);
    } finally {
      running -= 1;
    }
  };

  return {
    run,
    requests,
    get commands() {
      return requests.map(({ file, args }) => [file.slice(file.lastIndexOf("/") + 1), ...args].join(" "));
    },
    get running() {
      return running;
    },
    get mostRunning() {
      return mostRunning;
    },
  };
}

function outcome(end: ExecEnd, scripted: ScriptedRun, tookMs: number): ExecOutcome {
  return {
    end,
    stdoutTail: tailOf(scripted.stdout),
    stderrTail: tailOf(scripted.stderr),
    durationMs: scripted.durationMs ?? tookMs,
  };
}

function tailOf(text = ""): string {
  const tail = new OutputTail();
  tail.write(Buffer.from(text));
  return tail.text();
}

async function endOf(request: ExecRequest, scripted: ScriptedRun, clock: Clock): Promise<ExecEnd> {
  const natural: ExecEnd = scripted.end ?? { by: "exit", exitCode: scripted.exitCode ?? 0 };
  if (scripted.until === undefined) return natural;
  const cancels: (() => void)[] = [];
  try {
    return await new Promise<ExecEnd>((resolve) => {
      const abort = () => resolve({ by: "abort" });
      request.signal.addEventListener("abort", abort, { once: true });
      cancels.push(() => request.signal.removeEventListener("abort", abort));
      const { until } = scripted;
      // The program's own end is armed first: where both fall due at once, it wins.
      if (typeof until === "number") cancels.push(clock.after(until, () => resolve(natural)));
      else if (until !== "never")
        until?.then(
          () => resolve(natural),
          () => resolve(natural),
        );
      cancels.push(clock.after(timeLimit(request.timeoutMs), () => resolve({ by: "timeout" })));
    });
  } finally {
    for (const cancel of cancels) cancel();
  }
}

const realClock: Clock = {
  now: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};
