import { randomUUID } from "node:crypto";
import type { ExecEnd, ExecOutcome, ExecRequest } from "../../ports/machine.ts";
import { loadLauncher } from "./launch.ts";
import { openOutputPipes } from "./output-pipes.ts";
import { OutputTail } from "./output-tail.ts";
import { MARK_VARIABLE, type ProcessTree, processTree } from "./process-tree.ts";
import { isOver, Program } from "./program.ts";
import { startFailure } from "./start-failure.ts";
import { timeLimit } from "./time-limit.ts";

/** How long the output may stay silent after the program's end while somebody else holds it open. */
const GRACE_MS = 200;
/** How long it may go on at all. */
const MOST_GRACE_MS = 1000;

type Cause = "timeout" | "abort";

/** One program from its start to the end of the last process that it has left. */
export class Run {
  readonly #request: ExecRequest;
  readonly #stdout: OutputTail;
  readonly #stderr: OutputTail;
  readonly #stopped: Promise<ExecEnd>;
  #resolveStopped: (end: ExecEnd) => void = () => undefined;
  #stopEnd: ExecEnd | undefined;
  #tree: ProcessTree | undefined;

  constructor(request: ExecRequest) {
    const { onOutput } = request;
    this.#request = request;
    this.#stdout = new OutputTail(onOutput && ((text) => onOutput(text, "stdout")));
    this.#stderr = new OutputTail(onOutput && ((text) => onOutput(text, "stderr")));
    this.#stopped = new Promise((resolve) => {
      this.#resolveStopped = resolve;
    });
  }

  /** To be called once. */
  async outcome(): Promise<ExecOutcome> {
    const started = performance.now();
    const end = await this.#execute();
    const durationMs = performance.now() - started;
    return { end, stdoutTail: this.#stdout.text(), stderrTail: this.#stderr.text(), durationMs };
  }

  /** Ends the run, and with it every process; the first cause counts. */
  stop(by: Cause): void {
    if (this.#stopEnd !== undefined) return;
    const end: ExecEnd = { by };
    this.#stopEnd = end;
    this.#resolveStopped(end);
  }

  /** For the moment in which the host ends. */
  killSync(): void {
    this.stop("abort");
    this.#tree?.killSync();
  }

  async #execute(): Promise<ExecEnd> {
    if (this.#stopEnd !== undefined) return this.#stopEnd;
    const [launch, pipes] = await Promise.all([loadLauncher(), openOutputPipes()]);
    if (this.#stopEnd !== undefined) {
      pipes?.discard();
      return this.#stopEnd;
    }
    const mark = randomUUID();
    const launched = launch({ ...this.#request, env: { ...this.#request.env, ...markedWith(mark) } }, pipes);
    if (!launched.started) {
      pipes?.discard();
      return startFailure(await launched.failure, this.#request);
    }

    const { child, openOutput } = launched;
    const program = new Program(child, openOutput(), this.#stdout, this.#stderr);
    const tree = processTree({
      pid: child.pid,
      mark,
      outputs: pipes?.names ?? [],
      ended: () => program.hasEnded,
      pipesOpen: () => !program.hasDrained,
    });
    this.#tree = tree;
    try {
      return await this.#supervise(program, tree);
    } finally {
      program.release();
      this.#stdout.end();
      this.#stderr.end();
    }
  }

  async #supervise(program: Program, tree: ProcessTree): Promise<ExecEnd> {
    const cancelTimeout = this.#armTimeout();
    const end = await Promise.race([program.ended, this.#stopped]);
    cancelTimeout();
    // What the program itself wrote before its end lies ready and must not be lost; others get a moment to finish.
    if (program.hasEnded) await program.settle(GRACE_MS, MOST_GRACE_MS, this.#stopped);
    await tree.kill();
    await program.settle(GRACE_MS, MOST_GRACE_MS);
    await isOver(program.ended, GRACE_MS);
    return end;
  }

  /** Returns what takes it back. */
  #armTimeout(): () => void {
    let turn: NodeJS.Immediate | undefined;
    const timer = setTimeout(() => {
      // After a pause of the whole host a timer comes before the news that the program ended in time.
      turn = setImmediate(() => this.stop("timeout"));
    }, timeLimit(this.#request.timeoutMs));
    return () => {
      clearTimeout(timer);
      if (turn !== undefined) clearImmediate(turn);
    };
  }
}

function markedWith(mark: string): Record<string, string> {
  // A run within a run, such as this gate testing itself, keeps the outer one's mark.
  const outer = process.env[MARK_VARIABLE];
  return { [MARK_VARIABLE]: outer === undefined ? mark : `${outer}:${mark}` };
}
