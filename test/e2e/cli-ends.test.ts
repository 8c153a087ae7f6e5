import { spawn } from "node:child_process";
import { openSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { packageJson, promptWith } from "./harness/block.ts";
import { dodGate, endOf, startCommand } from "./harness/command.ts";
import { useFolders } from "./harness/folder.ts";
import { processesWith, until } from "./harness/waiting.ts";

const folder = useFolders();
const main = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const passing = promptWith("Do it.", 'check: run command="node -e 0"');
const failing = promptWith("Do it.", 'check: run command="node -e process.exit(3)"');

/** A test script with a child and a grandchild that left its session, all of which hold on. */
function holding(mark: string) {
  return folder({
    "package.json": packageJson({ test: "node fork.js" }),
    "fork.js": [
      'const { spawn } = require("node:child_process");',
      `const sleeper = "setTimeout(() => {}, 600000)";`,
      'process.on("SIGTERM", () => {}); process.on("SIGINT", () => {});',
      `spawn("node", ["-e", sleeper, "${mark}"], { stdio: "inherit" });`,
      `spawn("setsid", ["node", "-e", sleeper, "${mark}"], { stdio: "inherit" });`,
      "setTimeout(() => {}, 600000);",
    ].join("\n"),
    "dod.md": promptWith("Hang.", "check: testsPass", "check: fileExists path=dod.md"),
  });
}

describe("a signal ends the command and everything that it runs", () => {
  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)("%s: exit code %i, and no process is left", async (signal, exitCode) => {
    const mark = `hold-${signal}-${Date.now()}`;
    const { dir } = holding(mark);
    const child = startCommand(["check", "dod.md"], { cwd: dir });
    const ended = endOf(child);
    await until(() => processesWith(mark).length >= 2);
    child.kill(signal);
    const { code, stdout } = await ended;
    expect(processesWith(mark)).toEqual([]);
    expect(stdout).toMatch(/^\[dod-gate \? NEEDS REVIEW\] judging was stopped before its end/);
    expect(stdout).toContain("unverified, not passed: testsPass");
    expect(code).toBe(exitCode);
  });

  test("twice the same signal, as npx sends it, leaves nothing either", async () => {
    const mark = `hold-twice-${Date.now()}`;
    const { dir } = holding(mark);
    const child = startCommand(["check", "--json", "dod.md"], { cwd: dir });
    const ended = endOf(child);
    await until(() => processesWith(mark).length >= 2);
    child.kill("SIGINT");
    child.kill("SIGINT");
    const { code, stdout } = await ended;
    expect(processesWith(mark)).toEqual([]);
    expect(JSON.parse(stdout)).toMatchObject({ outcome: "error", pass: false });
    expect(code).toBe(130);
  });

  test("while standard input is waited for", async () => {
    const child = startCommand(["check", "-"], { cwd: folder().dir });
    let told = "";
    child.stderr?.on("data", (piece) => {
      told += piece;
    });
    const ended = endOf(child);
    await until(() => told.includes("waiting for text on standard input"));
    child.kill("SIGINT");
    expect((await ended).code).toBe(130);
  });
});

describe("the exit code is the verdict's, whatever becomes of the output", () => {
  test.each([
    [passing, 0],
    [failing, 1],
  ])("with a reader that is gone", async (text, exitCode) => {
    const { dir } = folder({ "dod.md": text });
    const child = startCommand(["check", "dod.md"], { cwd: dir });
    child.stdout?.destroy();
    child.stderr?.destroy();
    const code = await new Promise((resolve) => child.once("exit", resolve));
    expect(code).toBe(exitCode);
  });

  test("but a report that could not be written is no acceptance", async () => {
    const { dir } = folder({ "dod.md": passing });
    const child = spawn(process.execPath, [main, "check", "dod.md", "--json"], {
      cwd: dir,
      stdio: ["ignore", openSync("/dev/full", "w"), "pipe"],
    });
    const { code, stderr } = await endOf(child);
    expect(stderr).toContain("the report could not be written: ENOSPC");
    expect(code).toBe(2);
  });

  test("a directory that is gone is no failure of the work", async () => {
    const { dir } = folder({ "dod.md": failing });
    const script = `mkdir gone && cd gone && rmdir ../gone && exec "${process.execPath}" "${main}" check ../dod.md`;
    const { code, stderr } = await endOf(spawn("sh", ["-c", script], { cwd: dir }));
    expect(stderr).toContain("verification failed (fail-closed)");
    expect(code).toBe(2);
  });
});

describe("several commands", () => {
  test("two at once in one project come to the same verdict", async () => {
    const { dir } = folder({
      "package.json": packageJson({ test: 'node -e "setTimeout(() => {}, 300)"' }),
      "dod.md": promptWith("Do it.", "check: testsPass", "check: fileExists path=dod.md"),
    });
    const ends = await Promise.all([1, 2].map(() => dodGate(["check", "dod.md"], { cwd: dir })));
    expect(ends.map(({ code }) => code)).toEqual([0, 0]);
  });
});

describe("on a terminal", () => {
  const onTerminal = (args: string, env: Record<string, string>, dir: string) =>
    endOf(
      spawn("script", ["-qec", `"${process.execPath}" "${main}" ${args}`, "/dev/null"], {
        cwd: dir,
        stdio: ["ignore", "pipe", "pipe"],
        env: { PATH: process.env["PATH"] ?? "", TERM: "xterm", ...env },
      }),
    );
  const project = () =>
    folder({ "dod.md": promptWith("Wait.", 'check: run command="node -e setTimeout(Object,1500)"') });

  test("long checks show a line that is written over, and the verdict has a colour", async () => {
    const { code, stdout } = await onTerminal("check dod.md", {}, project().dir);
    expect(stdout).toContain("\r\u001b[K");
    expect(stdout).toMatch(/0 of 1 check done, \d+s: run: `node -e setTimeout/);
    expect(stdout).toContain("\u001b[32m[dod-gate ✓ accepted: deterministic]");
    expect(code).toBe(0);
  });

  test("standard input that has to be typed is asked for", async () => {
    const { code, stdout } = await onTerminal("check -", {}, project().dir);
    expect(stdout).toContain("waiting for text on standard input; on a terminal Ctrl-D ends it");
    expect(code).toBe(2);
  });

  test("NO_COLOR takes the colours away", async () => {
    const { stdout } = await onTerminal("check dod.md", { NO_COLOR: "1" }, project().dir);
    expect(stdout).toContain("[dod-gate ✓ accepted: deterministic]");
    expect(stdout.replaceAll("\u001b[K", "")).not.toContain("\u001b");
  });
});

describe("arguments", () => {
  test.each([
    [["chek", "x"], 'unknown command "chek"; did you mean "check"?'],
    [["check", "--jsn", "x"], 'unknown option "--jsn"; did you mean "--json"?'],
    [["check"], "a FILE is missing"],
    [["check", "a", "b"], "check takes one FILE"],
    [["check", "a", "--cwd"], "--cwd needs a value"],
    [["lint", "--base=x", "a"], 'unknown option "--base"'],
    [[], "a command is missing"],
  ])("%j are wrong: exit code 2, and nothing on standard output", async (args, text) => {
    const { code, stdout, stderr } = await dodGate(args, { cwd: folder().dir });
    expect(stderr).toContain(text);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  });

  test("--version is the package's", async () => {
    const { code, stdout } = await dodGate(["--version"], { cwd: folder().dir });
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\S*\n$/);
    expect(code).toBe(0);
  });
});
