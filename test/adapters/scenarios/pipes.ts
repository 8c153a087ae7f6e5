import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { request, type StagedScenario } from "./stage.ts";

export const pipes: readonly StagedScenario[] = [
  {
    title: "loses no line of a program that prints many and exits at once",
    async run(stage) {
      for (let round = 0; round < 5; round++) {
        const { end, stdoutTail } = await stage.exec.run(request(stage, ["burst.mjs"]));
        assert.deepEqual(end, { by: "exit", exitCode: 1 });
        assert.ok(stdoutTail.endsWith("line 2000\nthe last line\n"), stdoutTail.slice(-60));
      }
    },
  },
  {
    title: "lets a program open its output by the name of the device",
    async run(stage) {
      const { end, stdoutTail, stderrTail } = await stage.exec.run(request(stage, ["devices.sh"]));
      assert.deepEqual(end, { by: "exit", exitCode: 0 });
      assert.deepEqual([stdoutTail, stderrTail], ["to stdout\n", "to stderr\n"]);
    },
  },
  {
    title: "leaves no descriptor open, whether the program ran, was killed or never started",
    async run(stage) {
      const open = () => readdirSync("/proc/self/fd").length;
      await stage.exec.run(request(stage, ["devices.sh"]));
      const before = open();
      for (let round = 0; round < 5; round++) {
        await stage.exec.run(request(stage, ["devices.sh"]));
        await stage.exec.run(request(stage, ["/no/such/program"]));
        await stage.exec.run(request(stage, ["flood.mjs", "endless"], { timeoutMs: 200 }));
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
      assert.ok(open() <= before + 2, `${before} descriptors before, ${open()} after`);
    },
  },
];
