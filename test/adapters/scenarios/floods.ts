import assert from "node:assert/strict";
import { bearersOf } from "../../support/processes.ts";
import { AT_ONCE_MS, MARK, request, type StagedScenario } from "./stage.ts";

const FLOOD_BYTES = 60_000_000;

export const floods: readonly StagedScenario[] = [
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

function floodScenario(what: string, shape: string, stream: "stdout" | "stderr"): StagedScenario {
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
