import { describe, expect, test } from "vitest";
import type { CheckContext } from "../../src/checks/context.ts";
import { runChecks } from "../../src/checks/run-checks.ts";
import type { Check, ProjectCheck } from "../../src/dod/dod.ts";
import type { MemoryEntry } from "../support/memory-files.ts";
import { type ScriptedRun, scriptedExec } from "../support/scripted-exec.ts";
import { check, contextOf, packageJson } from "./check-context.ts";

const bound = (command: string, directory = "/code/app"): ProjectCheck => ({
  ...{ kind: "projectCheck", at: { line: 1, column: 1 }, criterion: "One.", command },
  ...{ home: "/code/app", directory, oraclePaths: [] },
});

async function run(
  checks: readonly Check[],
  script: ScriptedRun = {},
  entries: Record<string, MemoryEntry> = {},
  overrides: Partial<CheckContext> = {},
) {
  const exec = scriptedExec(script);
  const files = { "/code/app/package.json": packageJson({ build: "x", test: "x", verify: "x" }), ...entries };
  const context = contextOf(files, { exec, worktree: "/code/app", ...overrides });
  return { results: await runChecks(checks, context), exec };
}

describe("a project's own check", () => {
  test.each<[what: string, ScriptedRun, object]>([
    ["exit 0", { exitCode: 0 }, { outcome: "pass", command: "npm run verify" }],
    ["exit 3", { exitCode: 3 }, { outcome: "fail", reason: { code: "exited", exitCode: 3 } }],
    ["a timeout", { end: { by: "timeout" } }, { outcome: "fail", reason: { code: "timedOut" } }],
    ["no tests", { stdout: "\u2139 tests 0\n" }, { outcome: "fail", reason: { code: "noTests" } }],
  ])("is judged by its command's end: %s", async (_, script, expected) => {
    const { results } = await run([bound("npm run verify")], script);
    expect(results).toMatchObject([expected]);
  });

  test("runs in its own directory, wherever the block's checks run", async () => {
    const entries = { "/code/app/pkg/x": "", "/code/app/base/x": "" };
    const { exec } = await run([bound("npm run verify", "/code/app/pkg")], {}, entries, { base: "/code/app/base" });
    expect(exec.requests.map(({ cwd }) => cwd)).toEqual(["/code/app/pkg"]);
  });

  test("runs at the same place of a copy where its work tree is judged in one", async () => {
    const entries = {
      "/code/app/pkg/x": "",
      "/tmp/copy/pkg/x": "",
      "/tmp/copy/package.json": packageJson({ verify: "x" }),
    };
    const inWorktree = { ...bound("npm run verify", "/code/app/pkg"), root: "/code/app" };
    const copy = await run([inWorktree], {}, entries, { base: "/tmp/copy/base", worktree: "/tmp/copy" });
    expect(copy.exec.requests.map(({ cwd }) => cwd)).toEqual(["/tmp/copy/pkg"]);
    const below = await run([inWorktree], {}, entries, { base: "/code/app/pkg" });
    expect(below.exec.requests.map(({ cwd }) => cwd)).toEqual(["/code/app/pkg"]);
  });

  test.each<[what: string, entries: Record<string, MemoryEntry>, expected: object]>([
    ["gone", {}, { outcome: "fail", reason: { code: "fileMissing", target: { path: "pkg", base: "/code/app" } } }],
    [
      "a link to another one",
      { "/code/app/pkg": { link: "/code/app/fake" }, "/code/app/fake/x": "" },
      { outcome: "error", reason: { code: "pathEscapes", target: { path: "pkg", realPath: "/code/app/fake" } } },
    ],
    [
      "below a link out of the project",
      { "/code/app/pkg": { link: "/tmp/fake" }, "/tmp/fake/x": "" },
      { outcome: "error", reason: { code: "pathEscapes" } },
    ],
  ])("runs nothing where its directory is %s", async (_, entries, expected) => {
    const { results, exec } = await run([bound("npm run verify", "/code/app/pkg")], {}, entries);
    expect(results).toMatchObject([expected]);
    expect(exec.requests).toEqual([]);
  });

  test("fails where its script was taken away", async () => {
    const { results } = await run([bound("npm run gone")]);
    expect(results).toMatchObject([{ outcome: "fail", reason: { code: "noneConfigured", script: "gone" } }]);
  });

  test("is bound by the caller's permissions", async () => {
    const { results, exec } = await run(
      [bound("npm run verify")],
      {},
      {},
      { permissions: { decide: async () => "deny" } },
    );
    expect(results).toMatchObject([{ outcome: "error", reason: { code: "denied" } }]);
    expect(exec.requests).toEqual([]);
  });

  test("never runs beside another test of its workspace, and waits for the build above it", async () => {
    const { exec } = await run([check({ kind: "buildPasses" }), bound("npm run verify"), check({ kind: "testsPass" })]);
    expect(exec.commands[0]).toBe("npm run build");
    expect([...exec.commands].sort()).toEqual(["npm run build", "npm run verify", "npm test"]);
    expect(exec.mostRunning).toBe(1);
  });

  test("without a command fails, and runs nothing (R000-7)", async () => {
    const { command: _, ...facts } = bound("");
    const missing = { code: "noLine", files: ["init.sh"] } as const;
    const { results, exec } = await run([{ ...facts, missing }]);
    expect(results).toMatchObject([{ outcome: "fail", reason: { code: "noCommand", missing } }]);
    expect(exec.requests).toEqual([]);
  });
});
