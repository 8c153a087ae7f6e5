import assert from "node:assert/strict";
import { assertNothingLeft, pidsOf, request, type StagedScenario } from "./stage.ts";

export const leftovers: readonly StagedScenario[] = [
  {
    title: "lets what the program has started finish what it is about to say",
    async run(stage) {
      for (let round = 0; round < 4; round += 1) {
        const { end, stdoutTail } = await stage.exec.run(request(stage, ["last-words.sh"]));
        assert.deepEqual(end, { by: "exit", exitCode: 7 });
        assert.equal(stdoutTail, "last words\n");
      }
    },
  },
  leftoverScenario("a descendant that holds the output", 3, ["plain", "plain"]),
  leftoverScenario("a descendant that prints without end", 2, ["noisy"]),
  leftoverScenario("a descendant without output", 2, ["mute"]),
  leftoverScenario("an orphan in a session of its own", 4, ["plain", "setsid,mute", "setsid,mute,orphan"]),
  leftoverScenario("an orphan without environment that holds the output", 4, ["plain", "setsid", "setsid,bare,orphan"]),
];

function leftoverScenario(what: string, count: number, generations: string[]): StagedScenario {
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
