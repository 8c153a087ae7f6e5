import assert from "node:assert/strict";
import { createHash, randomUUID } from "node:crypto";
import { chmodSync, closeSync, mkdirSync, openSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { DisposableExec } from "../../src/adapters/exec.ts";
import type { ExecOutcome, ExecRequest } from "../../src/ports.ts";
import { aliveIn, bearersOf, notedIn } from "./processes.ts";

/** What a scenario gets to work with. */
export interface Stage {
  readonly exec: DisposableExec;
  /** An empty directory of its own. */
  readonly directory: string;
}

/**
 * What running real programs must come to, checked by plain assertions: so that the same list runs in Node and in
 * the Bun inside the host.
 */
export interface Scenario {
  readonly title: string;
  run(stage: Stage): Promise<void>;
}

export const FIXTURES = join(dirname(fileURLToPath(import.meta.url)), "fixtures");
const NEVER = new AbortController().signal;
/** A kill that takes longer has not been at once. Generous, as the machine may be busy. */
const AT_ONCE_MS = 1000;
const MARK = "SCENARIO_MARK";

function request(stage: Stage, [name = "", ...args]: readonly string[], more: Partial<ExecRequest> = {}): ExecRequest {
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
async function abortWhenReady(
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

function assertNothingLeft(stage: Stage, count: number): void {
  assert.equal(notedIn(pidsOf(stage)).length, count, "so many processes were to be there");
  assert.deepEqual(aliveIn(pidsOf(stage)), []);
  assert.deepEqual(bearersOf(`${MARK}=${stage.directory}`), []);
}

function pidsOf({ directory }: Stage): string {
  return join(directory, "pids");
}

const answers: Scenario[] = [
  {
    title: "tells the exit code and what was printed to which stream",
    async run(stage) {
      const seen: string[] = [];
      const { end, stdoutTail, stderrTail, durationMs } = await stage.exec.run(
        request(stage, ["say.mjs", "out", "err", "3"], { onOutput: (text, stream) => seen.push(`${stream}: ${text}`) }),
      );
      assert.deepEqual(end, { by: "exit", exitCode: 3 });
      assert.deepEqual([stdoutTail, stderrTail], ["out", "err"]);
      assert.deepEqual(seen.sort(), ["stderr: err", "stdout: out"]);
      assert.ok(durationMs > 0 && durationMs < 20_000);
    },
  },
  {
    title: "gives the program its arguments untouched, its directory, closed input and no environment but its own (R001-24)",
    async run(stage) {
      const args = ["a b", "$HOME", "; exit 1", "*", '"', "", "é"];
      const { end, stdoutTail } = await stage.exec.run(request(stage, ["show.mjs", ...args], { env: { OWN: "1" } }));
      assert.deepEqual(end, { by: "exit", exitCode: 0 });
      const shown = JSON.parse(stdoutTail);
      assert.deepEqual(shown.args, args);
      assert.equal(shown.cwd, stage.directory);
      assert.deepEqual(Object.keys(shown.env).sort(), ["DOD_GATE_RUN", "OWN", "PATH", MARK].sort());
    },
  },
  {
    title: "tells the signal by which a program ended",
    async run(stage) {
      const { end } = await stage.exec.run(request(stage, ["die.mjs", "SIGABRT"]));
      assert.deepEqual(end, { by: "signal", signal: "SIGABRT" });
    },
  },
  {
    title: "puts characters together that come in pieces",
    async run(stage) {
      const seen: string[] = [];
      const { stdoutTail } = await stage.exec.run(
        request(stage, ["drip.mjs"], { onOutput: (text) => seen.push(text) }),
      );
      assert.deepEqual([...seen.join("")], ["ä", "é", "€", "😀"]);
      assert.equal(stdoutTail, "äé€😀");
    },
  },
  {
    title: "goes on where the listener throws",
    async run(stage) {
      const { end, stdoutTail } = await stage.exec.run(
        request(stage, ["say.mjs", "out", "err", "0"], {
          onOutput() {
            throw new Error("the listener's own mistake");
          },
        }),
      );
      assert.deepEqual(end, { by: "exit", exitCode: 0 });
      assert.equal(stdoutTail, "out");
    },
  },
];

const failedStarts: Scenario[] = [
  startScenario("says that the executable is missing (R001-7)", { missing: true, says: /\/no\/such\/program/ }, () => ({
    command: ["/no/such/program"],
  })),
  startScenario(
    "takes a path through a file for a missing executable",
    { missing: true, says: /not exist/ },
    (directory) => {
      writeFileSync(join(directory, "file"), "");
      return { command: [join(directory, "file", "program")] };
    },
  ),
  startScenario(
    "does not take a missing directory for a missing executable",
    { missing: false, says: /the directory \/no\/such\/directory does not exist/ },
    () => ({ command: ["say.mjs"], cwd: "/no/such/directory" }),
  ),
  startScenario("says that the directory is a file", { missing: false, says: /file is not a directory/ }, (directory) => {
    writeFileSync(join(directory, "file"), "");
    return { command: ["say.mjs"], cwd: join(directory, "file") };
  }),
  startScenario("says that a file may not be executed", { missing: false, says: /may not be executed/ }, (directory) => ({
    command: [program(directory, "#!/bin/sh\n", 0o644)],
  })),
  startScenario("says that a directory is no program", { missing: false, says: /is a directory/ }, (directory) => ({
    command: [directory],
  })),
  startScenario("says that a script's interpreter is missing", { missing: false, says: /interpreter/ }, (directory) => ({
    command: [program(directory, "#!/no/such/interpreter\n", 0o755)],
  })),
  startScenario("says that arguments are too long", { missing: false, says: /too long/ }, () => ({
    command: ["say.mjs", "x".repeat(4_000_000)],
  })),
  startScenario("refuses arguments that hold a NUL", { missing: false, says: /null bytes/ }, () => ({
    command: ["say.mjs", "a\0b"],
  })),
  {
    title: "says that a program is being written",
    async run(stage) {
      const file = join(stage.directory, "program");
      writeFileSync(file, "\x7fELF");
      chmodSync(file, 0o755);
      const fd = openSync(file, "r+");
      try {
        const { end } = await stage.exec.run(request(stage, [file]));
        assert.ok(end.by === "start" && !end.missing);
        assert.match(end.message, /open for writing/);
      } finally {
        closeSync(fd);
      }
    },
  },
];

function startScenario(
  title: string,
  expected: { missing: boolean; says: RegExp },
  prepare: (directory: string) => { command: string[]; cwd?: string },
): Scenario {
  return {
    title,
    async run(stage) {
      const { command, ...more } = prepare(stage.directory);
      const { end, stdoutTail } = await stage.exec.run(request(stage, command, more));
      assert.ok(end.by === "start", `ended by ${end.by}`);
      assert.equal(end.missing, expected.missing);
      assert.match(end.message, expected.says);
      assert.equal(stdoutTail, "");
    },
  };
}

function program(directory: string, text: string, mode: number): string {
  const file = join(directory, "program");
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}

const kills: Scenario[] = [
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
      const token = join(stage.directory, "token");
      writeFileSync(token, "");
      try {
        const { end } = await stage.exec.run(request(stage, ["hop.sh", token]));
        assert.deepEqual(end, { by: "exit", exitCode: 0 });
        // One that lives on would be another process in each of these looks.
        for (let look = 0; look < 20; look += 1) assert.deepEqual(bearersOf(`${MARK}=${stage.directory}`), []);
      } finally {
        rmSync(token);
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

function killScenario(what: string, count: number, generations: string[]): Scenario {
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

const leftovers: Scenario[] = [
  leftoverScenario("a descendant that holds the output", 3, ["plain", "plain"]),
  leftoverScenario("a descendant that prints without end", 2, ["noisy"]),
  leftoverScenario("a descendant without output", 2, ["mute"]),
  leftoverScenario("an orphan in a session of its own", 4, ["plain", "setsid,mute", "setsid,mute,orphan"]),
  leftoverScenario("an orphan without environment that holds the output", 4, ["plain", "setsid", "setsid,bare,orphan"]),
];

function leftoverScenario(what: string, count: number, generations: string[]): Scenario {
  return {
    title: `takes the program's own exit code, and then kills ${what}`,
    async run(stage) {
      const { end, stdoutTail, durationMs } = await stage.exec.run(
        request(stage, ["family.mjs", pidsOf(stage), String(count), "7", ...generations]),
      );
      assert.deepEqual(end, { by: "exit", exitCode: 7 });
      if (!generations.includes("noisy")) assert.equal(stdoutTail, "ready\n");
      assert.ok(durationMs < 15_000, `took ${durationMs} ms`);
      assertNothingLeft(stage, count);
    },
  };
}

const FLOOD_BYTES = 60_000_000;

const floods: Scenario[] = [
  floodScenario("in lines, to stdout", "lines", "stdout"),
  floodScenario("in a single line, to stderr", "line", "stderr"),
  {
    title: "stops a program that prints without end, keeping 16 KiB",
    async run(stage) {
      const started = performance.now();
      const { end, stdoutTail } = await stage.exec.run(request(stage, ["flood.mjs", "endless"], { timeoutMs: 1000 }));
      assert.deepEqual(end, { by: "timeout" });
      assert.equal(Buffer.byteLength(stdoutTail), 16_384);
      assert.ok(performance.now() - started < 1000 + AT_ONCE_MS);
      assert.deepEqual(bearersOf(`${MARK}=${stage.directory}`), []);
    },
  },
];

function floodScenario(what: string, shape: string, stream: "stdout" | "stderr"): Scenario {
  return {
    title: `loses no byte of 60 MB printed at once ${what}, and keeps 16 KiB`,
    async run(stage) {
      let length = 0;
      let last = "";
      const { end, stdoutTail, stderrTail, durationMs } = await stage.exec.run(
        request(stage, ["flood.mjs", String(FLOOD_BYTES), shape, stream], {
          onOutput(text) {
            length += text.length;
            last = text;
          },
        }),
      );
      const tail = stream === "stdout" ? stdoutTail : stderrTail;
      assert.deepEqual(end, { by: "exit", exitCode: 0 });
      assert.equal(length, FLOOD_BYTES);
      assert.ok(last.endsWith("END") && tail.endsWith("END"));
      assert.equal(Buffer.byteLength(tail), 16_384);
      assert.ok(durationMs < 20_000, `took ${durationMs} ms`);
    },
  };
}

const tidiness: Scenario[] = [
  {
    title: "leaves no listener behind, on the process or on the signal",
    async run(stage) {
      const events = ["SIGTERM", "SIGINT", "SIGHUP", "exit"];
      const counts = (): number[] => events.map((event) => process.listenerCount(event));
      const before = counts();
      const controller = new AbortController();
      let onSignal = 0;
      const { addEventListener, removeEventListener } = controller.signal;
      controller.signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
        onSignal += 1;
        addEventListener.apply(controller.signal, args);
      };
      controller.signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
        onSignal -= 1;
        removeEventListener.apply(controller.signal, args);
      };
      const runs = [1, 2].map(() => stage.exec.run(request(stage, ["say.mjs"], { signal: controller.signal })));
      assert.deepEqual(
        counts(),
        before.map((count) => count + 1),
      );
      await Promise.all(runs);
      await stage.exec.run(request(stage, ["/no/such/program"], { signal: controller.signal }));
      assert.deepEqual(counts(), before);
      assert.equal(onSignal, 0);
    },
  },
  {
    title: "gives every run a mark of its own, beside that of a run around it",
    async run(stage) {
      const outer = process.env["DOD_GATE_RUN"];
      const mine = randomUUID();
      process.env["DOD_GATE_RUN"] = mine;
      try {
        const shown = [1, 2].map(() => stage.exec.run(request(stage, ["show.mjs"])));
        const marks = (await Promise.all(shown)).map(({ stdoutTail }) => JSON.parse(stdoutTail).env.DOD_GATE_RUN);
        for (const mark of marks) assert.match(mark, new RegExp(`^${mine}:[0-9a-f-]{36}$`));
        assert.notEqual(marks[0], marks[1]);
      } finally {
        if (outer === undefined) delete process.env["DOD_GATE_RUN"];
        else process.env["DOD_GATE_RUN"] = outer;
      }
    },
  },
];

export const SCENARIOS: readonly Scenario[] = [
  ...answers,
  ...failedStarts,
  ...kills,
  ...leftovers,
  ...floods,
  ...tidiness,
];

/** A directory name for a scenario. */
export function slotOf(title: string): string {
  return createHash("sha256").update(title).digest("hex").slice(0, 12);
}
