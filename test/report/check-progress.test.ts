import { describe, expect, test } from "vitest";
import { renderResult, renderUnderWay } from "../../src/report/check-progress.ts";
import { check } from "../checks/check-context.ts";

const tests = check({ kind: "testsPass" });
const run = check({ kind: "run", command: "node a.js" });
const file = check({ kind: "fileExists", path: "a\u001b.txt" });

describe("what is shown while checks run", () => {
  test.each([
    [{ open: [run], all: 1, elapsedMs: 900 }, "0 of 1 check done, 0s: run: `node a.js`"],
    [{ open: [tests, run], all: 5, elapsedMs: 12_345 }, "3 of 5 checks done, 12s: testsPass and 1 more"],
    [{ open: [], all: 2, elapsedMs: 61_000 }, "2 of 2 checks done, 61s"],
  ])("%#", (underWay, line) => {
    expect(renderUnderWay(underWay)).toBe(line);
  });

  test("a check that has an answer is one line of plain characters", () => {
    expect(renderResult({ outcome: "pass", check: file, durationMs: 4 })).toBe("✓ fileExists: a\\u{1b}.txt after 4ms");
    expect(
      renderResult({
        outcome: "fail",
        reason: { code: "exited", exitCode: 2 },
        check: run,
        command: "node a.js",
        durationMs: 1500,
      }),
    ).toBe("✗ run: `node a.js` exited 2 after 1.5s");
    expect(
      renderResult({ outcome: "error", reason: { code: "stopped" }, check: run, command: "node a.js", durationMs: 1 }),
    ).toBe("? run: `node a.js` was stopped before it had an answer");
  });
});
