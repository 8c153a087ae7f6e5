import assert from "node:assert/strict";
import { MARK, request, type StagedScenario } from "./stage.ts";

export const answers: readonly StagedScenario[] = [
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
    title:
      "gives the program its arguments untouched, its directory, closed input and no environment but its own (R001-24)",
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
