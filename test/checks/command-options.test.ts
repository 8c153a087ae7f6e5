import { describe, expect, test } from "vitest";
import { runChecks } from "../../src/checks/run-checks.ts";
import type { Check } from "../../src/dod/dod.ts";
import { scriptedExec } from "../support/scripted-exec.ts";
import { contextOf } from "./check-context.ts";

const run = (options: Partial<Check>): Check =>
  ({ kind: "run", command: "node check.js", at: { line: 1, column: 1 }, ...options }) as Check;

describe("what a check asks for besides its exit code, and nobody can answer yet, is said", () => {
  test.each([
    [0, { outcome: "error", reason: { code: "failToPassUnproved" } }],
    [1, { outcome: "fail", reason: { code: "exited", exitCode: 1 } }],
  ])("failToPass with exit code %i is never a pass", async (exitCode, expected) => {
    const exec = scriptedExec({ end: { by: "exit", exitCode } });
    const [result] = await runChecks([run({ failToPass: true })], contextOf({}, { exec }));
    expect(result).toMatchObject(expected);
  });

  test("allowEdit leaves a note", async () => {
    const exec = scriptedExec({ end: { by: "exit", exitCode: 0 } });
    const [result] = await runChecks([run({ allowEdit: "test/**" })], contextOf({}, { exec }));
    expect(result).toMatchObject({ outcome: "pass", notes: [expect.stringContaining("allowEdit")] });
  });
});
