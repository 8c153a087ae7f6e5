import { describe, expect, test } from "vitest";
import { readVerifyCommand } from "../../src/checks/verify-command.ts";

const found = (command: string, line = 1) => ({ status: "found", command, line });

describe("init.sh (R000-5, R000-6)", () => {
  test.each<[text: string, expected: object]>([
    ["VERIFY_CMD='npm test'", found("npm test")],
    ["#!/bin/sh\r\nset -e\r\nexport VERIFY_CMD='npm test'\r\necho done", found("npm test", 3)],
    ["  VERIFY_CMD='a'\\''b test'", found("a'b test")],
    ["VERIFY_CMD=''\\'''", found("'")],
    ["VERIFY_CMD='node a.js --say \"x y\"' # how it is verified", found('node a.js --say "x y"')],
    ["VERIFY_CMD='a''b'", found("ab")],
    ["VERIFY_CMD='npm test'\nVERIFY_CMD='npm test'", found("npm test")],
    ["# VERIFY_CMD='npm test'\necho VERIFY_CMD='npm test'\nMY_VERIFY_CMD='npm test'", { status: "noLine" }],
    ["", { status: "noLine" }],
  ])("%j", (text, expected) => {
    expect(readVerifyCommand("init.sh", text)).toEqual(expected);
  });

  test.each([
    "VERIFY_CMD=npm",
    'VERIFY_CMD="npm test"',
    "VERIFY_CMD='npm test",
    "VERIFY_CMD='npm test'; rm -rf x",
    "VERIFY_CMD='npm test'#no comment",
    "VERIFY_CMD='npm test' npm start",
    "VERIFY_CMD=$(cat x)",
  ])("a line in any other form is not guessed at: %s", (text) => {
    expect(readVerifyCommand("init.sh", text)).toEqual({
      status: "unusable",
      missing: { code: "unreadableLine", file: "init.sh", line: 1 },
    });
  });

  test("of two lines that differ none decides", () => {
    expect(readVerifyCommand("init.sh", "VERIFY_CMD='npm test'\nif x\n  VERIFY_CMD='true'")).toEqual({
      status: "unusable",
      missing: { code: "severalLines", file: "init.sh", line: 3 },
    });
  });
});

describe("VERIFICATION.md (R000-5)", () => {
  test.each<[text: string, expected: object]>([
    ["# Verification\n\n- Verify: `npm test -- --run`\n", found("npm test -- --run", 3)],
    ["* Verify:   `npm test`  ", found("npm test")],
    ["```\n- Verify: `npm run example`\n```\n- Verify: `npm test`", found("npm test", 4)],
    ["Verify: `npm test`\n- verify it: `x`\n- Verification: `x`", { status: "noLine" }],
  ])("%j", (text, expected) => {
    expect(readVerifyCommand("VERIFICATION.md", text)).toEqual(expected);
  });

  test.each(["- Verify: npm test", "- Verify: `a` or `b`", "- Verify:"])("%j is not guessed at", (text) => {
    expect(readVerifyCommand("VERIFICATION.md", text)).toMatchObject({ missing: { code: "unreadableLine", line: 1 } });
  });
});

test.each(["", "  ", "TODO", "todo: say how", "<your command>", "...", "true", ":", "exit 0", "echo ok", "N/A"])(
  "%j is a placeholder (R000-7)",
  (command) => {
    const missing = { code: "placeholder", line: 1 };
    expect(readVerifyCommand("init.sh", `VERIFY_CMD='${command}'`)).toMatchObject({ missing });
    expect(readVerifyCommand("VERIFICATION.md", `- Verify: \`${command}\``)).toMatchObject({ missing });
  },
);

test.each<[of: string, text: string]>([
  ["quotes", `VERIFY_CMD=${"'\\'".repeat(80_000)}`],
  ["assignments", "VERIFY_CMD='x'\n".repeat(17_000)],
  ["white space", `- Verify:${" ".repeat(250_000)}x`],
  ["white space before nothing", `${" \t".repeat(125_000)}x`],
  ["backticks", `- Verify: ${"`".repeat(250_000)}`],
  ["fences", "```\n".repeat(60_000)],
])("a file full of %s takes no time worth mentioning", (_, text) => {
  const startedAt = performance.now();
  readVerifyCommand("init.sh", text);
  readVerifyCommand("VERIFICATION.md", text);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});
