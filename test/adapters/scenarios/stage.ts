import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { DisposableExec } from "../../../src/adapters/process/exec.ts";
import type { ExecOutcome, ExecRequest } from "../../../src/ports/machine.ts";
import { aliveIn, bearersOf, notedIn } from "../../support/processes.ts";

/** What a scenario of running programs gets to work with. */
export interface Stage {
  readonly exec: DisposableExec;
  readonly directory: string;
}

export interface StagedScenario {
  readonly title: string;
  run(stage: Stage): Promise<void>;
}

export const FIXTURES = join(dirname(fileURLToPath(import.meta.url)), "../../support/fixtures");
const NEVER = new AbortController().signal;
/** A kill that takes longer has not been at once. Generous, as the machine may be busy. */
export const AT_ONCE_MS = 1000;
export const MARK = "SCENARIO_MARK";

export function request(
  stage: Stage,
  [name = "", ...args]: readonly string[],
  more: Partial<ExecRequest> = {},
): ExecRequest {
  const env = { PATH: process.env["PATH"] ?? "", [MARK]: stage.directory, ...more.env };
  return {
    file: name.startsWith("/") ? name : join(FIXTURES, name),
    args,
    cwd: stage.directory,
    timeoutMs: 30_000,
    signal: NEVER,
    ...more,
    env,
  };
}

/** Runs a program and aborts it as soon as it says "ready". */
export async function abortWhenReady(
  stage: Stage,
  command: readonly string[],
): Promise<{ outcome: ExecOutcome; tookMs: number }> {
  const controller = new AbortController();
  let abortedAt = Number.NaN;
  const outcome = await stage.exec.run(
    request(stage, command, {
      signal: controller.signal,
      onOutput(text) {
        if (!text.includes("ready") || controller.signal.aborted) return;
        abortedAt = performance.now();
        controller.abort();
      },
    }),
  );
  return { outcome, tookMs: performance.now() - abortedAt };
}

export function assertNothingLeft(stage: Stage, count: number): void {
  assert.equal(notedIn(pidsOf(stage)).length, count, "so many processes were to be there");
  assert.deepEqual(aliveIn(pidsOf(stage)), []);
  assert.deepEqual(bearersOf(`${MARK}=${stage.directory}`), []);
}

export function pidsOf({ directory }: Stage): string {
  return join(directory, "pids");
}
