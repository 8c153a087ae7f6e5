import type { ChildProcess } from "node:child_process";
import type { Readable } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import type { ExecEnd } from "../../ports/machine.ts";
import type { Output } from "./launch.ts";
import type { OutputTail } from "./output-tail.ts";

/** A running program seen through its events: when it has ended, and, which is another matter, when its output has. */
export class Program {
  /** How the program itself ended; others may still hold its output open. */
  readonly ended: Promise<ExecEnd>;
  /** Resolves when both streams have ended, all of their content taken. */
  readonly drained: Promise<unknown>;
  hasEnded = false;
  hasDrained = false;
  readonly #child: ChildProcess;
  readonly #output: Output;
  #lastOutput = performance.now();

  constructor(child: ChildProcess, output: Output, stdout: OutputTail, stderr: OutputTail) {
    this.#child = child;
    this.#output = output;
    this.ended = new Promise((resolve) => {
      child.once("exit", (exitCode, signal) => {
        this.hasEnded = true;
        resolve(exitCode === null ? { by: "signal", signal: signal ?? "unknown" } : { by: "exit", exitCode });
      });
    });
    this.drained = Promise.all([this.#follow(output.stdout, stdout), this.#follow(output.stderr, stderr)]);
    void this.drained.then(() => {
      this.hasDrained = true;
    });
  }

  /** Waits until the output has ended, nothing more of it has come for `idleMs`, or `mostMs` are over; or until `stop`. */
  async settle(idleMs: number, mostMs: number, stop?: Promise<unknown>): Promise<void> {
    const started = performance.now();
    const over = stop === undefined ? this.drained : Promise.race([this.drained, stop]);
    const rest = (): number =>
      Math.min(Math.max(this.#lastOutput, started) + idleMs, started + mostMs) - performance.now();
    for (let ms = rest(); ms > 0; ms = rest()) {
      if (await isOver(over, ms)) return;
      // After a pause of the whole host the timer comes first, although output may lie ready.
      await turn();
    }
  }

  /** Lets go of it: whoever still holds the other end of its output writes to nobody. */
  release(): void {
    this.#output.stdout?.destroy();
    this.#output.stderr?.destroy();
    this.#child.unref();
  }

  #follow(stream: Readable | null, tail: OutputTail): Promise<void> {
    return new Promise((resolve) => {
      const over = (): void => {
        tail.end();
        resolve();
      };
      if (stream === null) return over();
      stream.on("data", (piece: Buffer | string) => {
        // Text where Windows and Bun meet: see `loadLauncher`.
        tail.write(typeof piece === "string" ? Buffer.from(piece) : piece);
        this.#lastOutput = performance.now();
      });
      stream.once("close", over);
      stream.once("end", over);
      stream.on("error", over);
    });
  }
}

/** Whether the promise settles within the time. */
export function isOver(promise: Promise<unknown>, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms, false);
    void promise.then(() => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}
