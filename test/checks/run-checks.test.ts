import { describe, expect, it, test } from "vitest";
import type { CheckContext } from "../../src/checks/context.ts";
import { runChecks } from "../../src/checks/run-checks.ts";
import type { Check } from "../../src/dod/dod.ts";
import type { ExecEnd } from "../../src/ports/machine.ts";
import { type ManualClock, manualClock } from "../support/manual-clock.ts";
import type { MemoryEntry } from "../support/memory-files.ts";
import { type Script, type ScriptedRun, scriptedExec } from "../support/scripted-exec.ts";
import { check, contextOf, packageJson } from "./check-context.ts";

const manifest = packageJson({ test: "vitest", build: "tsc", lint: "eslint", all: "x" });

function stage(
  script: Script | ScriptedRun = {},
  overrides: Partial<CheckContext> = {},
  entries: Record<string, MemoryEntry> = {},
) {
  const clock = manualClock();
  const exec = scriptedExec(script, clock);
  const context = contextOf({ "/code/app/package.json": manifest, ...entries }, { exec, clock, ...overrides });
  return { clock, exec, context };
}

async function runOne(one: Check, ...args: Parameters<typeof stage>) {
  const { context, exec } = stage(...args);
  const [result] = await runChecks([one], context);
  if (result === undefined) throw new Error("there must be a result");
  return { result, exec };
}

const testsPass = check({ kind: "testsPass" });
const run = (command: string, expected?: string): Check =>
  check({ kind: "run", command, ...(expected === undefined ? {} : { expect: expected }) });

describe("how a command's end is judged (R000-3, R000-4, R001-29)", () => {
  test.each<[string, ScriptedRun, object]>([
    ["exit 0 passes", { exitCode: 0 }, { outcome: "pass", run: { exitCode: 0, timedOut: false } }],
    [
      "another exit fails",
      { exitCode: 3 },
      { outcome: "fail", reason: { code: "exited", exitCode: 3 }, run: { exitCode: 3 } },
    ],
    [
      "a signal fails",
      { end: { by: "signal", signal: "SIGSEGV" } },
      { outcome: "fail", reason: { code: "killed", signal: "SIGSEGV" }, run: { exitCode: null } },
    ],
    [
      "a timeout fails (R002-20)",
      { end: { by: "timeout" } },
      { outcome: "fail", reason: { code: "timedOut", timeoutMs: 120_000 }, run: { exitCode: null, timedOut: true } },
    ],
    ["a stop is no answer", { end: { by: "abort" } }, { outcome: "error", reason: { code: "stopped" } }],
    [
      "an executable that is gone is an error (R001-7)",
      { end: { by: "start", missing: true, message: "ENOENT" } },
      { outcome: "error", reason: { code: "toolMissing", tool: "npm" } },
    ],
    [
      "one that can't be started too",
      { end: { by: "start", missing: false, message: "EACCES" } },
      { outcome: "error", reason: { code: "notStarted", message: "EACCES" } },
    ],
    [
      "a script's missing program too",
      { exitCode: 127, stderr: "sh: 1: vitest: not found\n" },
      { outcome: "error", reason: { code: "toolMissing", tool: "vitest" }, run: { exitCode: 127 } },
    ],
  ])("%s", async (_, script, expected) => {
    for (const one of [testsPass, run("npm test")]) {
      const { result } = await runOne(one, script);
      expect(result).toMatchObject({ ...expected, check: one, command: "npm test" });
    }
  });

  it("leaves no record of what never ran", async () => {
    const end: ExecEnd = { by: "start", missing: false, message: "EACCES" };
    expect((await runOne(testsPass, { end })).result).not.toHaveProperty("run");
  });

  it("keeps the end of what was printed, without control sequences", async () => {
    const { result } = await runOne(testsPass, {
      stdout: `${"x".repeat(50_000)}\x1b[31mend\x1b[0m\r\n`,
      stderr: "a\x1b]0;t\x07b",
    });
    // Of a line whose beginning is lost so much is left out that it can't begin in the middle of a secret.
    expect(result.run?.stdoutTail).toHaveLength(8192 - 512);
    expect(result.run?.stdoutTail.endsWith("xxend\n")).toBe(true);
    expect(result.run?.stderrTail).toBe("ab");
  });
});

describe("run (R002-15)", () => {
  it("passes where the text is on one of the streams", async () => {
    expect((await runOne(run("node x.js", "loaded"), { stdout: "it is loaded\n" })).result.outcome).toBe("pass");
    expect((await runOne(run("node x.js", "loaded"), { stderr: "loaded" })).result.outcome).toBe("pass");
  });

  it("fails where it is on none, and never for the echo of the script (attack 1)", async () => {
    const missing = { outcome: "fail", reason: { code: "expectMissing", expect: "loaded" } };
    expect((await runOne(run("node x.js", "loaded"), { stdout: "no" })).result).toMatchObject(missing);
    const echo = { stdout: "\n> app@1.0.0 all\n> echo loaded > /dev/null\n\n" };
    expect((await runOne(run("npm run all", "loaded"), echo)).result).toMatchObject(missing);
    expect((await runOne(run("node x.js", "loaded"), echo)).result.outcome).toBe("pass");
  });

  it("is judged by its exit before its output", async () => {
    const { result } = await runOne(run("node x.js", "loaded"), { exitCode: 1, stdout: "loaded" });
    expect(result).toMatchObject({ outcome: "fail", reason: { code: "exited" } });
  });
});

describe("testsPass, buildPasses and lintClean (R002-16)", () => {
  test.each([
    ["testsPass", "npm test"],
    ["buildPasses", "npm run build"],
    ["lintClean", "npm run lint"],
  ] as const)("%s runs %s", async (kind, command) => {
    const { result, exec } = await runOne(check({ kind }));
    expect(result).toMatchObject({ outcome: "pass", command });
    expect(exec.commands).toEqual([command]);
  });

  it("run what the configuration says, and rather what the block says", async () => {
    const commands = { allow: [], inlineEval: true, test: "npm run all" };
    expect((await runOne(testsPass, {}, { commands })).exec.commands).toEqual(["npm run all"]);
    const own = check({ kind: "testsPass", command: "node --test" });
    expect((await runOne(own, {}, { commands })).exec.commands).toEqual(["node --test"]);
  });

  it("fail where there is no script, without running anything (R000-7)", async () => {
    const { result, exec } = await runOne(testsPass, {}, {}, { "/code/app/package.json": packageJson({}) });
    expect(result).toMatchObject({
      outcome: "fail",
      reason: { code: "noneConfigured", script: "test" },
      command: "npm test",
    });
    expect(exec.requests).toEqual([]);
  });
});

describe("how a command is run", () => {
  it("is without a shell, in the base, with its own environment (R000-8, R002-38, R002-60)", async () => {
    const hostEnv = { PATH: "/code/app/bin:/usr/bin", OPENCODE: "1", HOME: "/home/u" };
    const { exec } = await runOne(run(`npx vitest "a b"`), {}, { hostEnv, checkTimeoutMs: 5 });
    expect(exec.requests[0]).toMatchObject({
      file: "/usr/bin/npx",
      args: ["--no", "vitest", "a b"],
      cwd: "/code/app",
      timeoutMs: 5,
      env: { PATH: "/usr/bin", HOME: "/home/u", CI: "true" },
    });
    expect(exec.requests[0]?.env).not.toHaveProperty("OPENCODE");
  });

  test.each<[string, Check, Partial<CheckContext>, object]>([
    ["breaks the policy (R002-19)", run("npm test; rm x"), {}, { code: "refused" }],
    ["isn't allowed", run("make"), {}, { code: "refused", problems: [{ code: "notAllowed" }] }],
    [
      "is denied to the caller (attack 20)",
      testsPass,
      { permissions: { decide: async () => "deny" } },
      { code: "denied", permission: "bash", pattern: "npm test" },
    ],
    [
      "would have to be asked for",
      testsPass,
      { permissions: { decide: async () => "ask" } },
      { code: "needsApproval", permission: "bash", pattern: "npm test" },
    ],
    ["has no executable", run("yarn test"), {}, { code: "toolMissing", tool: "yarn" }],
    [
      "would run in a directory outside the worktree",
      testsPass,
      { worktree: "/other", permissions: { decide: async (permission) => (permission === "bash" ? "allow" : "deny") } },
      { code: "denied", permission: "external_directory", pattern: "/code/app/*" },
    ],
  ])("is not at all where it %s", async (_, one, overrides, reason) => {
    const { result, exec } = await runOne(one, {}, overrides);
    expect(result).toMatchObject({ outcome: "error", reason });
    expect(exec.requests).toEqual([]);
  });

  it("says which file it didn't trust (attack 5)", async () => {
    const hostEnv = { PATH: "/code/app/bin" };
    const planted: MemoryEntry = { content: "", executable: true };
    const { result } = await runOne(testsPass, {}, { hostEnv }, { "/code/app/bin/npm": planted });
    expect(result).toMatchObject({ reason: { code: "toolMissing", tool: "npm", ignored: "/code/app/bin/npm" } });
  });
});

/** Runs checks whose commands take a second each, and tells when each command and each look at a file began. */
async function timetable(checks: readonly Check[], overrides: Partial<CheckContext> = {}) {
  const { clock, context } = stage({ until: 1000 }, overrides);
  const log: string[] = [];
  const spied = spy(context, clock, log);
  const results = runChecks(checks, spied);
  await clock.advanceAsync(60_000);
  return { log, results: await results };
}

function spy(context: CheckContext, clock: ManualClock, log: string[]): CheckContext {
  return {
    ...context,
    beginWork: ({ kind }) => {
      log.push(`${clock.now()} ${kind}`);
      return () => log.push(`${clock.now()} ${kind} ends`);
    },
  };
}

describe("the order in which checks run", () => {
  it("is side by side, and the report's is the author's", async () => {
    const checks = [run("npm run all"), run("node a.js"), run("node b.js")];
    const { log, results } = await timetable(checks);
    expect(log.slice(0, 3)).toEqual(["0 run", "0 run", "0 run"]);
    expect(results.map((result) => result.check)).toEqual(checks);
  });

  it("lets a file check wait for the commands above it, and for no others", async () => {
    const { log } = await timetable([
      check({ kind: "fileExists", path: "package.json" }),
      run("node make.js"),
      check({ kind: "fileContains", path: "package.json", text: "app" }),
      run("node b.js"),
    ]);
    expect(log.filter((line) => !line.endsWith("ends")).sort()).toEqual([
      "0 fileExists",
      "0 run",
      "0 run",
      "1000 fileContains",
    ]);
  });

  it("lets every check wait for each buildPasses above it", async () => {
    const { log } = await timetable([run("node a.js"), check({ kind: "buildPasses" }), testsPass, run("node b.js")]);
    expect(log.filter((line) => !line.endsWith("ends")).sort()).toEqual([
      "0 buildPasses",
      "0 run",
      "1000 run",
      "1000 testsPass",
    ]);
  });

  it("runs everything, whatever fails before (no short-circuit)", async () => {
    const { context } = stage({ exitCode: 1 });
    const checks = [
      check({ kind: "buildPasses" }),
      testsPass,
      run("node a.js"),
      check({ kind: "fileExists", path: "none" }),
    ];
    const results = await runChecks(checks, context);
    expect(results.map((result) => result.outcome)).toEqual(["fail", "fail", "fail", "fail"]);
  });

  it("keeps testsPass, buildPasses and lintClean apart in a workspace, and shares what is equal (R002-39)", async () => {
    const { clock, exec, context } = stage({ until: 1000 }, { worktree: "/code" });
    const gates = Array.from({ length: 5 }, () => runChecks([testsPass, check({ kind: "lintClean" })], context));
    await clock.advanceAsync(60_000);
    const results = (await Promise.all(gates)).flat();
    expect(results.every((result) => result.outcome === "pass")).toBe(true);
    expect(exec.mostRunning).toBe(1);
    expect(exec.requests.length).toBeLessThanOrEqual(3);
  });

  it("runs four `run` commands at once at most, and charges nobody for waiting", async () => {
    const { log, results } = await timetable(Array.from({ length: 6 }, (_, index) => run(`node ${index}.js`)));
    expect(log.filter((line) => line === "0 run")).toHaveLength(4);
    expect(log.filter((line) => line === "1000 run")).toHaveLength(2);
    expect(results.map((result) => result.durationMs)).toEqual([1000, 1000, 1000, 1000, 1000, 1000]);
  });
});

describe("what goes wrong", () => {
  it("stops what runs, what waits and what comes after, when the signal aborts", async () => {
    const abort = new AbortController();
    const { clock, exec, context } = stage({ until: "never" }, { signal: abort.signal });
    const file = check({ kind: "fileExists", path: "package.json" });
    const checks = [
      check({ kind: "buildPasses" }),
      testsPass,
      ...Array.from({ length: 6 }, () => run("node a.js")),
      file,
    ];
    const results = runChecks([run("node a.js"), ...checks], context);
    await clock.advanceAsync(10);
    abort.abort();
    await clock.advanceAsync(10);
    expect((await results).map((result) => result.outcome === "error" && result.reason.code)).toEqual(
      Array.from({ length: 10 }, () => "stopped"),
    );
    expect(exec.running).toBe(0);
    expect(context.shared.queue.size).toBe(0);
  });

  it("runs nothing where the signal has aborted already", async () => {
    const { context, exec } = stage({}, { signal: AbortSignal.abort() });
    const results = await runChecks([testsPass, check({ kind: "fileExists", path: "package.json" })], context);
    expect(results.map((result) => result.outcome)).toEqual(["error", "error"]);
    expect(exec.requests).toEqual([]);
  });

  it("turns an exception into a result, and ends the work that had begun", async () => {
    let open = 0;
    const beginWork = () => {
      open += 1;
      return () => {
        open -= 1;
      };
    };
    const broken = () => Promise.reject(new Error("broken"));
    const { context } = stage({}, { beginWork, exec: { run: broken }, wasChanged: broken });
    const results = await runChecks(
      [testsPass, run("node a.js"), check({ kind: "fileExists", path: "package.json", changed: true })],
      context,
    );
    for (const result of results) {
      expect(result).toMatchObject({ outcome: "error", reason: { code: "crashed", message: "broken" } });
    }
    expect(open).toBe(0);
    expect(context.shared.queue.size).toBe(0);
  });

  it("gives no result for no check (R002-40)", async () => {
    expect(await runChecks([], stage().context)).toEqual([]);
  });
});

describe("a check that has an answer", () => {
  it("is told of at once, while others go on", async () => {
    const told: string[] = [];
    const { context } = stage({}, { onResult: ({ check: { kind }, outcome }) => told.push(`${kind} ${outcome}`) });
    await runChecks([testsPass, check({ kind: "fileExists", path: "none" }), run("rm x")], context);
    expect(told.toSorted()).toEqual(["fileExists fail", "run error", "testsPass pass"]);
  });
});
