import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CheckResult, CommandRun, FailReason } from "../../../src/checks/result.ts";
import type { Cause } from "../../../src/gate/verdict.ts";
import { fingerprintFailure } from "../../../src/wiring/delegate/failure-fingerprint.ts";
import { maskNoise } from "../../../src/wiring/delegate/failure-noise.ts";

const at = { line: 2, column: 1 };

function failing(
  output: Partial<CommandRun> | string,
  reason: FailReason = { code: "exited", exitCode: 1 },
): CheckResult {
  const tails = typeof output === "string" ? { stdoutTail: output } : output;
  return {
    outcome: "fail",
    reason,
    check: { kind: "testsPass", at },
    command: "npm test",
    run: { exitCode: 1, timedOut: false, stdoutTail: "", stderrTail: "", ...tails },
    durationMs: Math.random() * 1000,
  };
}

function fingerprint(checks: readonly CheckResult[], causes: readonly Cause[] = []): string {
  return fingerprintFailure({ checks, causes });
}

describe("two runs that fail in the same way have the same fingerprint", () => {
  test.each<[what: string, one: string, other: string]>([
    ["durations", "✗ parses (12ms)\nDuration 1.2s", "✗ parses (340 ms)\nDuration 59s"],
    ["durations of several units", "took 1m05s", "took 45.1s"],
    ["durations in words", "after 1 minute 5 seconds", "after 3 seconds"],
    ["numbers", "Tests  3 failed | 12 passed (15)", "Tests  4 failed | 9 passed (13)"],
    ["times of day", "Start at 09:14:55", "Start at 23:01:07.123"],
    ["timestamps", "2026-01-02T03:04:05.678Z error", "2026-11-30T18:00:01.002Z error"],
    ["hashes", "commit 3f2a9c1 is bad", "commit 00b7e4d9c0ffee1 is bad"],
    ["addresses", "at 0x7ffee3 in f", "at 0xdeadbeef in f"],
    ["UUIDs", "run 123e4567-e89b-42d3-a456-426614174000", "run abcdefab-cdef-4bcd-abcd-abcdefabcdef"],
    ["temporary directories", "cannot open /tmp/vitest-aXcd/out/a.log", "cannot open /tmp/vitest-ZZtop/out/a.log"],
    ["temporary files", "wrote /tmp/tmp.aXcdE", "wrote /tmp/tmp.QwErT"],
    [
      "temporary directories of macOS",
      "see /var/folders/aa/bbccX/T/x-abc/a.ts",
      "see /private/var/folders/zz/yyX/T/y/a.ts",
    ],
    ["temporary directories of Windows", "see C:\\Users\\a\\AppData\\Local\\Temp\\x\\a.ts", "see D:\\Temp\\yy\\a.ts"],
    ["white space and line ends", "a  b\r\n\r\nc", "a b  \nc\n"],
  ])("%s aside", (_, one, other) => {
    expect(fingerprint([failing(one)])).toBe(fingerprint([failing(other)]));
    expect(fingerprint([failing({ stderrTail: one })])).toBe(fingerprint([failing({ stderrTail: other })]));
  });

  test("however long the output before its last lines was", () => {
    const end = Array.from({ length: 40 }, (_, index) => `line ${index} of the end`).join("\n");
    expect(fingerprint([failing(`…cut off here\n${end}`)])).toBe(fingerprint([failing(`off here\nand more\n${end}`)]));
  });

  test("however long the checks took, and how they passed", () => {
    const passed: CheckResult = { outcome: "pass", check: { kind: "lintClean", at }, durationMs: 3 };
    expect(fingerprint([passed, failing("x")])).toBe(fingerprint([failing("x")]));
  });

  test("wherever a command was when its time was up", () => {
    const reason: FailReason = { code: "timedOut", timeoutMs: 1000 };
    expect(fingerprint([failing("file a", reason)])).toBe(fingerprint([failing("file b", reason)]));
  });

  test("where a grader says the same", () => {
    const unmet = (reason: string): Cause => ({ code: "criteriaUnmet", reasons: [reason] });
    expect(fingerprint([], [unmet("src/a.ts:12: parse() is not documented")])).toBe(
      fingerprint([], [unmet("src/a.ts:48: parse() is not documented")]),
    );
    expect(fingerprint([], [unmet("parse() is not documented")])).not.toBe(
      fingerprint([], [unmet("print() is not documented")]),
    );
  });
});

describe("two runs that fail otherwise have other fingerprints", () => {
  const base = failing("parses a list ✗");
  const target = { path: "a.json", base: "/code" };

  test.each<[what: string, checks: CheckResult[], causes?: Cause[]]>([
    ["in another test", [failing("parses a map ✗")]],
    ["on the other stream", [failing({ stderrTail: "parses a list ✗" })]],
    [
      "with another exit code",
      [failing({ stdoutTail: "parses a list ✗", exitCode: 2 }, { code: "exited", exitCode: 2 })],
    ],
    ["by a signal", [failing("parses a list ✗", { code: "killed", signal: "SIGSEGV" })]],
    ["in another check", [{ ...base, check: { kind: "buildPasses", at } }]],
    ["in one more check", [base, { ...base, check: { kind: "lintClean", at } }]],
    [
      "of a file",
      [
        {
          outcome: "fail",
          reason: { code: "fileMissing", target },
          check: { kind: "fileExists", path: "a.json", at },
          durationMs: 1,
        },
      ],
    ],
    ["for the grader too", [base], [{ code: "criteriaUnmet", reasons: ["no"] }]],
    ["by running out of time", [base], [{ code: "budgetSpent", budgetMs: 1 }]],
    ["by an unreadable judgement", [], [{ code: "unreadableJudgement", fault: "empty" }]],
    ["by an unsupported pass", [], [{ code: "unsupportedPass", gap: { code: "nothingRead" }, reasons: ["fine"] }]],
    ["not at all", []],
  ])("%s", (_, checks, causes) => {
    expect(fingerprint(checks, causes)).not.toBe(fingerprint([base]));
  });

  test("of a schema, by what does not match it", () => {
    const mismatch = (...mismatches: string[]) => failing({}, { code: "schemaMismatch", target, mismatches });
    expect(fingerprint([mismatch("/a must be number")])).not.toBe(fingerprint([mismatch("/b must be number")]));
  });
});

test.each([
  ["FAIL src/parser.test.ts > facade > effaced", "FAIL src/parser.test.ts > facade > effaced"],
  ["expected 3 to be 4", "expected # to be #"],
  ["/home/me/tmp/a1.txt", "/home/me/tmp/a#.txt"],
  ["/tmp/x/y/parser.test.ts:12:5", "<tmp>/parser.test.ts:#"],
  ["  at deadbeef1 (file:///tmp/q.js) ", "at <id> (file://<tmp>)"],
])("%j is compared as %j", (line, masked) => {
  expect(maskNoise(line)).toBe(masked);
});

const noise = fc.record({
  number: fc.nat().map(String),
  time: fc.integer({ min: 1, max: 99_999 }).map((ms) => (ms < 1000 ? `${ms}ms` : `${ms / 1000}s`)),
  id: fc.uuid(),
  temporary: fc.stringMatching(/^\/tmp\/[A-Za-z]{1,9}\/out\.log$/),
  address: fc.stringMatching(/^0x[0-9a-f]{1,12}$/),
});
/** What stands in a line; the first five are noise. */
const words = ["number", "time", "id", "temporary", "address", "expected", "FAIL", "src/a.ts", "list"] as const;
const fill = { expected: "expected", FAIL: "FAIL", "src/a.ts": "src/a.ts", list: "list" };

test("equal failures have equal fingerprints whatever noise is in them", () => {
  const lines = fc.array(fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 8 }), { maxLength: 60 });
  fc.assert(
    fc.property(lines, fc.infiniteStream(noise), fc.infiniteStream(noise), (said, one, other) => {
      const render = (noises: typeof one) =>
        said.map((line) => line.map((each) => ({ ...fill, ...noises.next().value })[each]).join(" ")).join("\n");
      expect(fingerprint([failing(render(one))])).toBe(fingerprint([failing(render(other))]));
    }),
  );
});

test.each(["1", "a1", "/tmp/", "C:\\Temp\\", "1m ", "0x", " ", "[", "1 # ", "-", "\n", "deadbeef", "/var/folders/a/"])(
  "output full of %j takes no time worth mentioning, and its fingerprint has 16 digits",
  (scrap) => {
    const output = scrap.repeat(Math.ceil(1_000_000 / scrap.length));
    const startedAt = performance.now();
    expect(fingerprint([failing({ stdoutTail: output, stderrTail: output })])).toMatch(/^[0-9a-f]{16}$/);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  },
);

test("any output has a fingerprint of 16 digits", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 2000 }), (output) => {
      expect(fingerprint([failing(output)])).toMatch(/^[0-9a-f]{16}$/);
    }),
  );
});
