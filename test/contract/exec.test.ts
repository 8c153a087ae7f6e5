import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createExec } from "../../src/adapters/process/exec.ts";
import type { Exec, ExecRequest, OutputStream } from "../../src/ports/machine.ts";
import { scriptedExec } from "../support/scripted-exec.ts";

const FIXTURES = join(import.meta.dirname, "../support/fixtures");
const TIMEOUT_MS = 30_000;

const SUBJECTS: { name: string; exec: Exec }[] = [
  { name: "the real Exec", exec: createExec() },
  {
    name: "the scripted Exec",
    exec: scriptedExec(({ file, args: [out = "", err = "", code = "0"] }) => {
      if (file.endsWith("say.mjs")) return { stdout: out, stderr: err, exitCode: Number(code) };
      if (file.endsWith("die.mjs")) return { end: { by: "signal", signal: out } };
      if (file.endsWith("zombies.sh")) return { stdout: "ready\n", until: "never" };
      return { end: { by: "start", missing: true, message: `${file} does not exist` } };
    }),
  },
];

describe.each(SUBJECTS)("$name", { timeout: TIMEOUT_MS }, ({ exec }) => {
  function request(name: string, args: readonly string[] = [], more: Partial<ExecRequest> = {}): ExecRequest {
    return {
      file: join(FIXTURES, name),
      args,
      cwd: FIXTURES,
      env: { PATH: process.env["PATH"] ?? "" },
      timeoutMs: TIMEOUT_MS,
      signal: new AbortController().signal,
      ...more,
    };
  }

  it("tells how a program exited, and what it printed", async () => {
    const heard: Record<OutputStream, string> = { stdout: "", stderr: "" };
    const outcome = await exec.run(
      request("say.mjs", ["out", "err", "3"], {
        onOutput(text, stream) {
          heard[stream] += text;
        },
      }),
    );
    expect(outcome).toMatchObject({ end: { by: "exit", exitCode: 3 }, stdoutTail: "out", stderrTail: "err" });
    expect(heard).toEqual({ stdout: "out", stderr: "err" });
    expect(outcome.durationMs).toBeGreaterThanOrEqual(0);
  });

  it("keeps the last 16 KiB of a stream, beginning with a whole character", async () => {
    const { stdoutTail, stderrTail } = await exec.run(
      request("say.mjs", ["€".repeat(20_000), `x${"a".repeat(16_384)}`]),
    );
    expect(stdoutTail).toBe("€".repeat(Math.floor(16_384 / 3)));
    expect(stderrTail).toBe("a".repeat(16_384));
  });

  it("tells the signal that ended a program", async () => {
    expect((await exec.run(request("die.mjs", ["SIGABRT"]))).end).toEqual({ by: "signal", signal: "SIGABRT" });
  });

  it("tells that the executable is missing", async () => {
    const { end } = await exec.run(request("nothing-here"));
    expect(end).toMatchObject({ by: "start", missing: true });
  });

  it("ends a program at its timeout (R002-20)", async () => {
    const { end, stdoutTail } = await exec.run(request("zombies.sh", [], { timeoutMs: 500 }));
    expect([end, stdoutTail]).toEqual([{ by: "timeout" }, "ready\n"]);
  });

  it("ends a program when the signal aborts", async () => {
    const controller = new AbortController();
    const onOutput = () => setImmediate(() => controller.abort());
    const { end } = await exec.run(request("zombies.sh", [], { signal: controller.signal, onOutput }));
    expect(end).toEqual({ by: "abort" });
  });

  it("starts nothing where the signal has aborted before", async () => {
    const { end, stdoutTail } = await exec.run(request("say.mjs", ["out"], { signal: AbortSignal.abort() }));
    expect([end, stdoutTail]).toEqual([{ by: "abort" }, ""]);
  });

  it.each([0, -5, Number.NaN, Number.POSITIVE_INFINITY])(
    "does not take a timeout of %d for no time (R002-54)",
    async (ms) => {
      expect((await exec.run(request("say.mjs", [], { timeoutMs: ms }))).end).toEqual({ by: "exit", exitCode: 0 });
    },
  );
});

describe("the scripted Exec", () => {
  it("records what was asked of it, and how much at once", async () => {
    let finish = (): void => undefined;
    const until = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const exec = scriptedExec({ until });
    const request = (arg: string): ExecRequest => ({
      file: "/usr/bin/npm",
      args: ["run", arg],
      cwd: "/",
      env: {},
      timeoutMs: TIMEOUT_MS,
      signal: new AbortController().signal,
    });
    const runs = [exec.run(request("a")), exec.run(request("b"))];
    expect([exec.running, exec.mostRunning, exec.commands]).toEqual([2, 2, ["npm run a", "npm run b"]]);
    finish();
    await Promise.all(runs);
    expect([exec.running, exec.mostRunning]).toEqual([0, 2]);
  });
});
