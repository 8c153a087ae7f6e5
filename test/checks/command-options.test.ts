import { describe, expect, test } from "vitest";
import { runChecks } from "../../src/checks/run-checks.ts";
import type { Check } from "../../src/dod/dod.ts";
import { scriptedExec } from "../support/scripted-exec.ts";
import { contextOf } from "./check-context.ts";

const run = (options: Partial<Check>): Check =>
  ({ kind: "run", command: "node check.js", at: { line: 1, column: 1 }, ...options }) as Check;

describe("where nothing is known of the state before the work", () => {
  test.each([
    [0, { outcome: "error", reason: { code: "failToPassUnproved", why: { code: "noBaseline" } } }],
    [1, { outcome: "fail", reason: { code: "exited", exitCode: 1 } }],
  ])("failToPass with exit code %i is never a pass", async (exitCode, expected) => {
    const exec = scriptedExec({ end: { by: "exit", exitCode } });
    const [result] = await runChecks([run({ failToPass: true })], contextOf({}, { exec }));
    expect(result).toMatchObject(expected);
  });

  test("allowEdit has nothing to allow", async () => {
    const exec = scriptedExec({ end: { by: "exit", exitCode: 0 } });
    const [result] = await runChecks([run({ allowEdit: "test/**" })], contextOf({}, { exec }));
    expect(result).toMatchObject({ outcome: "pass" });
  });
});

describe("a guard has the last word", () => {
  test.each([0, 1])("whatever the command's exit code was: %i", async (exitCode) => {
    const exec = scriptedExec({ end: { by: "exit", exitCode } });
    const reason = { code: "passesWithoutChange" } as const;
    const guard = { decide: async () => ({ outcome: "fail", reason }) as const };
    const [result] = await runChecks([run({})], contextOf({}, { exec, guard }));
    expect(result).toMatchObject({ outcome: "fail", reason });
  });

  test("one that breaks down lets nothing pass", async () => {
    const exec = scriptedExec({ end: { by: "exit", exitCode: 0 } });
    const guard = {
      decide: async () => {
        throw new Error("out of order");
      },
    };
    const [result] = await runChecks([run({})], contextOf({}, { exec, guard }));
    expect(result).toMatchObject({ outcome: "error", reason: { code: "crashed", message: "out of order" } });
  });
});
