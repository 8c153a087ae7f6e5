import { describe, expect, test } from "vitest";
import { parseCommand } from "../../src/checks/command.ts";
import { findMissingTool } from "../../src/checks/missing-tool.ts";

function missing(text: string, exitCode: number, stderrTail: string, platform: NodeJS.Platform = "linux") {
  const parsed = parseCommand(text, { allow: [], inlineEval: true });
  if (!parsed.ok) throw new Error(`not a command: ${text}`);
  return findMissingTool(
    parsed.command,
    { end: { by: "exit", exitCode }, stdoutTail: "", stderrTail, durationMs: 1 },
    platform,
  );
}

describe("a tool that a package manager's command lacks (R001-7)", () => {
  test.each([
    ["npm test", 127, "sh: 1: vitest: not found\n", "vitest"],
    ["npm test", 127, "sh: line 1: vitest: command not found\n", "vitest"],
    ["npm test", 127, "/bin/sh: vitest: command not found\n", "vitest"],
    ["npm test", 127, "zsh:1: command not found: vitest\n", "vitest"],
    ["bun run x", 127, "$ vitest\nbun: command not found: vitest\n", "vitest"],
    ["npm test", 126, "sh: 1: ./run.sh: Permission denied\n", "./run.sh"],
    ["npm test", 127, "", "npm test"],
    ["npx cowsay", 1, 'npm error npx canceled due to missing packages and no YES option: ["cowsay@1.6.0"]\n', "cowsay"],
    ["npx @a/b", 1, 'npm ERR! npx canceled due to missing packages and no YES option: ["@a/b@1.6.0"]\n', "@a/b"],
    ["npx cowsay", 1, "npm error code ENOTCACHED\nnpm error request to x failed\n", "npx cowsay"],
    ["npm exec cowsay", 1, "npm error code E404\n", "npm exec cowsay"],
    ["npx cowsay", 1, "npm error could not determine executable to run\n", "npx cowsay"],
    [
      "yarn test",
      1,
      "Network access disabled by the environment; can't reach https://repo.yarnpkg.com/4.1.0\n",
      "yarn",
    ],
  ])("%s, exit %i, %j: %s", (text, exitCode, stderr, tool) => {
    expect(missing(text, exitCode, stderr)).toBe(tool);
  });

  test("on Windows cmd.exe says so and exits 1", () => {
    const stderr = "'vitest' is not recognized as an internal or external command,\noperable program or batch file.\n";
    expect(missing("npm test", 1, stderr, "win32")).toBe("vitest");
    expect(missing("npm test", 1, stderr)).toBeUndefined();
  });

  test.each([
    ["npm test", 1, "1 test failed\n"],
    ["npm test", 1, "npm error code E404\n"],
    ["npm test", 0, "sh: 1: optional: not found\n"],
    ["node x.js", 127, "sh: 1: vitest: not found\n"],
    ["npx vitest", 1, "1 test failed\n"],
  ])("%s, exit %i, %j: none", (text, exitCode, stderr) => {
    expect(missing(text, exitCode, stderr)).toBeUndefined();
  });
});
