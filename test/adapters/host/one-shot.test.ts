import { afterEach, expect, test } from "vitest";
import { findOneShot } from "../../../src/adapters/host/one-shot.ts";

const before = process.exitCode;
afterEach(() => {
  process.exitCode = before;
});

const program = ["bun", "/$bunfs/root/src/index.js"];

test.each([
  [["run", "hello"], true],
  [["--print-logs", "--log-level", "DEBUG", "run", "hello"], true],
  [["run", "--command", "serve"], true],
  [["serve", "--port", "0"], false],
  [["serve", "--hostname", "run"], false],
  [["run", "--interactive"], false],
  [["run", "-i"], false],
  [["github", "run"], false],
  [[], false],
])("`opencode` with %j ends with its turn: %s", (words, expected) => {
  expect(findOneShot([...program, ...words]) !== undefined).toBe(expected);
});

type Status = "accepted" | "unmet" | "needs_review";

test.each<[host: number | undefined, statuses: readonly Status[], code: number]>([
  [undefined, ["accepted"], 0],
  [undefined, ["unmet"], 1],
  [undefined, ["needs_review"], 2],
  [undefined, ["accepted", "needs_review"], 2],
  [undefined, ["needs_review", "unmet"], 1],
  // No verdict at all, although one was asked for.
  [undefined, [], 2],
  // The host's own failure stays one.
  [1, ["accepted"], 1],
  [1, ["needs_review"], 2],
])("where the host says %s and the verdicts are %j, the exit code is %s", (host, statuses, code) => {
  process.exitCode = undefined;
  const run = findOneShot([...program, "run"]);
  run?.hold();
  const held = process.exitCode;
  if (host !== undefined) process.exitCode = host;
  run?.release(statuses);
  const released = process.exitCode;
  expect([held, released]).toEqual([2, code]);
});

test("a run without a block keeps whatever exit code the host has", () => {
  process.exitCode = undefined;
  findOneShot([...program, "run"])?.release([]);
  expect(process.exitCode).toBe(undefined);
});
