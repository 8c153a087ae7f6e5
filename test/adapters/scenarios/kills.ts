import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { aliveIn, bearersOf, notedIn } from "../../support/processes.ts";
import {
  AT_ONCE_MS,
  abortWhenReady,
  assertNothingLeft,
  FIXTURES,
  MARK,
  pidsOf,
  request,
  type StagedScenario,
} from "./stage.ts";

export const kills: readonly StagedScenario[] = [
  killScenario("a program that ignores every signal it can (R000-8)", 1, []),
  killScenario("the wrapper and the real runner behind it (R000-8)", 3, ["plain", "plain"]),
  killScenario("a descendant in a session of its own (R001-30)", 3, ["plain", "setsid"]),
  killScenario("an orphan in a session of its own (R001-30)", 4, ["plain", "setsid", "setsid,orphan"]),
  killScenario("an orphan without output", 4, ["plain", "setsid,mute", "setsid,mute,orphan"]),
  killScenario("a child in a session of its own and without environment", 3, ["plain", "setsid,bare,mute"]),
  killScenario("an orphan without environment that holds the output", 4, ["plain", "setsid", "setsid,bare,orphan"]),
  {
    title: "kills the whole tree at the timeout and resolves at once (R000-8, R002-20)",
    async run(stage) {
      const timeoutMs = 1500;
      const { end, durationMs } = await stage.exec.run(
        request(stage, ["family.mjs", pidsOf(stage), "3", "stay", "plain", "setsid"], { timeoutMs }),
      );
      assert.deepEqual(end, { by: "timeout" });
      assert.ok(durationMs >= timeoutMs - 5 && durationMs < timeoutMs + AT_ONCE_MS, `took ${durationMs} ms`);
      assertNothingLeft(stage, 3);
    },
  },
  {
    title: "kills a program that has closed its output and runs on",
    async run(stage) {
      const { end, stdoutTail } = await stage.exec.run(
        request(stage, ["deaf.mjs", pidsOf(stage)], { timeoutMs: 1500 }),
      );
      assert.deepEqual(end, { by: "timeout" });
      assert.equal(stdoutTail, "closing\n");
      assertNothingLeft(stage, 1);
    },
  },
  {
    title: "kills dozens of processes that each started a session",
    async run(stage) {
      const controller = new AbortController();
      const running = stage.exec.run(
        request(stage, ["bomb.mjs", pidsOf(stage), "5"], { signal: controller.signal, timeoutMs: 60_000 }),
      );
      // In the midst of the forking, so that some are only just being made.
      while (notedIn(pidsOf(stage)).length < 20) await sleep(5);
      controller.abort();
      assert.deepEqual((await running).end, { by: "abort" });
      assert.deepEqual(aliveIn(pidsOf(stage)), []);
      assert.deepEqual(bearersOf(`${MARK}=${stage.directory}`), []);
    },
  },
  {
    title: "catches a process that always starts its successor in a new session and goes",
    async run(stage) {
      // Among many others, which take their time to look through.
      const crowd = spawn(join(FIXTURES, "crowd.sh"), { stdio: ["ignore", "pipe", "ignore"], detached: true });
      await once(crowd.stdout, "data");
      try {
        for (let round = 0; round < 10; round += 1) {
          const token = join(stage.directory, String(round));
          writeFileSync(token, "");
          const { end } = await stage.exec.run(request(stage, ["hop.sh", token]));
          assert.deepEqual(end, { by: "exit", exitCode: 0 });
          // One that lives on would be another process in each of these looks.
          for (let look = 0; look < 4; look += 1) assert.deepEqual(bearersOf(`${MARK}=${stage.directory}`), []);
          rmSync(token);
        }
      } finally {
        process.kill(-(crowd.pid ?? Number.NaN), "SIGKILL");
      }
    },
  },
  {
    title: "kills a child without session, environment or output in common, although its parent dies in an instant",
    async run(stage) {
      for (let round = 1; round <= 5; round += 1) {
        const { outcome } = await abortWhenReady(stage, ["bare.sh", pidsOf(stage)]);
        assert.deepEqual(outcome.end, { by: "abort" });
        assertNothingLeft(stage, 2 * round);
      }
    },
  },
  {
    title: "does not wait for zombies",
    async run(stage) {
      const { outcome, tookMs } = await abortWhenReady(stage, ["zombies.sh"]);
      assert.deepEqual(outcome.end, { by: "abort" });
      assert.ok(tookMs < AT_ONCE_MS, `took ${tookMs} ms`);
      assert.deepEqual(bearersOf(`${MARK}=${stage.directory}`), []);
    },
  },
  {
    title: "never starts where the signal has aborted before",
    async run(stage) {
      const { end } = await stage.exec.run(
        request(stage, ["family.mjs", pidsOf(stage), "1", "0"], { signal: AbortSignal.abort() }),
      );
      assert.deepEqual(end, { by: "abort" });
      await sleep(200);
      assert.deepEqual(notedIn(pidsOf(stage)), []);
    },
  },
  {
    title: "leaves another run alone while it kills one",
    async run(stage) {
      const other = { ...stage, directory: join(stage.directory, "other") };
      mkdirSync(other.directory);
      const controller = new AbortController();
      let isReady = (): void => undefined;
      const ready = new Promise<void>((resolve) => {
        isReady = resolve;
      });
      const undisturbed = stage.exec.run(
        request(other, ["family.mjs", pidsOf(other), "3", "stay", "plain", "setsid"], {
          signal: controller.signal,
          onOutput: () => isReady(),
        }),
      );
      await ready;
      const killed = await abortWhenReady(stage, ["family.mjs", pidsOf(stage), "3", "stay", "plain", "setsid"]);
      assert.deepEqual(killed.outcome.end, { by: "abort" });
      assert.deepEqual(aliveIn(pidsOf(stage)), []);
      assert.equal(aliveIn(pidsOf(other)).length, 3);
      controller.abort();
      assert.deepEqual((await undisturbed).end, { by: "abort" });
      assertNothingLeft(other, 3);
    },
  },
  {
    title: "spares what the host itself starts meanwhile, and hands it nothing of a run's output",
    async run(stage) {
      const others: ChildProcess[] = [];
      const controller = new AbortController();
      const running = stage.exec.run(
        request(stage, ["family.mjs", pidsOf(stage), "2", "stay", "setsid"], {
          signal: controller.signal,
          onOutput() {
            for (let count = 0; count < 3; count += 1) others.push(spawn("sleep", ["600"], { stdio: "ignore" }));
            controller.abort();
          },
        }),
      );
      try {
        assert.deepEqual((await running).end, { by: "abort" });
        assertNothingLeft(stage, 2);
        assert.equal(others.length, 3);
        for (const { pid, exitCode, signalCode } of others) {
          assert.deepEqual([exitCode, signalCode], [null, null]);
          const held = readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`));
          assert.deepEqual(
            held.filter((file) => file.includes("dod-gate") || file.startsWith("socket:")),
            [],
          );
        }
      } finally {
        for (const other of others) other.kill("SIGKILL");
      }
    },
  },
  {
    title: "kills what runs when it is disposed of, waits for it, and starts nothing after (R001-30)",
    async run(stage) {
      let isReady = (): void => undefined;
      const ready = new Promise<void>((resolve) => {
        isReady = resolve;
      });
      const running = stage.exec.run(
        request(stage, ["family.mjs", pidsOf(stage), "3", "stay", "plain", "setsid"], { onOutput: () => isReady() }),
      );
      await ready;
      await stage.exec.dispose();
      assertNothingLeft(stage, 3);
      assert.deepEqual((await running).end, { by: "abort" });
      assert.deepEqual((await stage.exec.run(request(stage, ["say.mjs"]))).end, { by: "abort" });
    },
  },
];

function killScenario(what: string, count: number, generations: string[]): StagedScenario {
  return {
    title: `kills on abort, at once, ${what}`,
    async run(stage) {
      const command = ["family.mjs", pidsOf(stage), String(count), "stay", ...generations];
      const { outcome, tookMs } = await abortWhenReady(stage, command);
      assert.deepEqual(outcome.end, { by: "abort" });
      assert.equal(outcome.stdoutTail, "ready\n");
      assert.ok(tookMs < AT_ONCE_MS, `took ${tookMs} ms`);
      assertNothingLeft(stage, count);
    },
  };
}
