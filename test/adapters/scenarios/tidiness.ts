import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { request, type StagedScenario } from "./stage.ts";

export const tidiness: readonly StagedScenario[] = [
  {
    title: "leaves no listener behind, and has one on the process and on the signal however much runs",
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
      const again = request(stage, ["say.mjs"], { signal: controller.signal });
      const runs = Array.from({ length: 12 }, () => stage.exec.run(again));
      assert.equal(onSignal, 1);
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
