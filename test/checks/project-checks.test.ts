import { describe, expect, test } from "vitest";
import { type ProjectChecks, settleProjectChecks } from "../../src/checks/project-checks.ts";
import type { Layer } from "../../src/config/config.ts";
import { Pin } from "../../src/config/pin.ts";
import type { Git } from "../../src/ports/repository.ts";
import { load, projectFile } from "../config/support.ts";
import { type MemoryEntry, memoryFiles } from "../support/memory-files.ts";
import { type MemoryCommit, memoryGit } from "../support/memory-git.ts";
import { packageJson } from "./check-context.ts";

const criterion = "It is verified.";

interface Scene {
  readonly config: Layer;
  readonly commit?: MemoryCommit;
  readonly git?: Git;
  /** The work tree besides the configuration. */
  readonly tree?: Record<string, MemoryEntry>;
  /** Where the configuration lies. */
  readonly file?: string;
  readonly directory?: string;
}

async function settle({ config, commit = {}, tree = {}, ...rest }: Scene): Promise<ProjectChecks> {
  const { file = projectFile, directory = "/repo", git = memoryGit(commit) } = rest;
  const entries = { ...tree, [file]: JSON.stringify(config, null, 1) };
  const loaded = await load(entries, { directory });
  expect(loaded.problems).toEqual([]);
  const pin = new Pin(git, directory);
  const files = memoryFiles(entries);
  return settleProjectChecks({ ...loaded, head: () => pin.head(), git, files, platform: "linux" });
}

const oneCheck = (check: object = {}): Layer => ({
  projectChecks: [{ criterion, command: "node check.js", ...check }],
});

async function codesOf(scene: Scene) {
  const { problems } = await settle(scene);
  return problems.map(({ code, path, line }) => ({ code, path, line }));
}

describe("a project check is held against the commit", () => {
  test("and then is what it was configured to be, in the directory of its file", async () => {
    const { checks, problems, pinned } = await settle({
      config: oneCheck({ cwd: "./pkg/", oraclePaths: ["test/./a.js"] }),
      commit: { "sub/pkg/x.js": "", "sub/test/a.js": "" },
      file: "/repo/sub/.opencode/dod-gate.jsonc",
      directory: "/repo/sub/deep",
    });
    expect({ problems, pinned }).toEqual({ problems: [], pinned: true });
    expect(checks).toMatchObject([
      { criterion, home: "/repo/sub", directory: "/repo/sub/pkg", oraclePaths: ["/repo/sub/test/a.js"] },
    ]);
  });

  test.each<[what: string, check: object, commit: MemoryCommit, code: string, path: string]>([
    ["no such directory", { cwd: "pkg" }, {}, "noDirectory", "cwd"],
    ["a file for a directory", { cwd: "pkg" }, { pkg: "" }, "noDirectory", "cwd"],
    ["a link for a directory", { cwd: "pkg" }, { pkg: { kind: "link" } }, "noDirectory", "cwd"],
    ["a submodule for a directory", { cwd: "pkg" }, { pkg: { kind: "other" } }, "noDirectory", "cwd"],
    ["a directory below a link", { cwd: "pkg/a" }, { pkg: { kind: "link" } }, "noDirectory", "cwd"],
    ["an untracked oracle", { oraclePaths: ["b.js"] }, {}, "noOracle", "oraclePaths[0]"],
    ["a link for an oracle", { oraclePaths: ["b.js"] }, { "b.js": { kind: "link" } }, "noOracle", "oraclePaths[0]"],
    ["a directory for an oracle", { oraclePaths: ["test"] }, { "test/a.js": "" }, "noOracle", "oraclePaths[0]"],
    ["another case", { oraclePaths: ["B.js"] }, { "b.js": "" }, "noOracle", "oraclePaths[0]"],
    ["no package.json", { command: "npm run verify" }, {}, "noScript", "command"],
    ["no script", { command: "npm test" }, { "package.json": packageJson({ build: "x" }) }, "noScript", "command"],
    [
      "a placeholder for a script",
      { command: "npm test" },
      { "package.json": packageJson({ test: 'echo "Error: no test specified" && exit 1' }) },
      "noScript",
      "command",
    ],
    ["a shell", { command: "node a.js && true" }, {}, "refusedCommand", "command"],
    ["a foreign program", { command: "sh check.sh" }, {}, "refusedCommand", "command"],
  ])("where a mistake is told of with its place: %s (R001-10, R001-11)", async (_, check, commit, code, at) => {
    const tree = { "/repo/pkg/x": "", "/repo/b.js": "", "/repo/package.json": packageJson({ test: "x", verify: "x" }) };
    const problems = await codesOf({ config: oneCheck(check), commit, tree });
    const path = `projectChecks[0].${at}`;
    expect(problems.length).toBeGreaterThan(0);
    for (const problem of problems) expect(problem).toEqual({ code, path, line: expect.any(Number) });
  });

  test("and all mistakes are told of at once", async () => {
    const [first, second] = [oneCheck({ cwd: "a", oraclePaths: ["b", "c"] }), oneCheck({ command: "npm run x" })];
    const checks = [...(first.projectChecks ?? []), { ...second.projectChecks?.[0], criterion: "Other." }];
    expect(await codesOf({ config: { projectChecks: checks } as Layer })).toMatchObject([
      { code: "noDirectory", path: "projectChecks[0].cwd" },
      { code: "noOracle", path: "projectChecks[0].oraclePaths[0]" },
      { code: "noOracle", path: "projectChecks[0].oraclePaths[1]" },
      { code: "noScript", path: "projectChecks[1].command" },
    ]);
  });

  test.each<[command: string, commit: MemoryCommit]>([
    ["npm run verify", { "package.json": packageJson({ verify: "x" }) }],
    ["npm run verify", { "pkg/package.json": packageJson({ verify: "x" }), "package.json": "{}" }],
    ["npm --prefix other run x", {}],
    ["yarn some-binary", {}],
    ["node check.js", {}],
    ["make check", {}],
  ])("and a script is looked for only where one is run: %s", async (command, commit) => {
    const config = { ...oneCheck({ command, cwd: "pkg" }), commands: { allow: ["make"] } };
    expect(await codesOf({ config, commit: { "pkg/x": "", ...commit } })).toEqual([]);
  });

  test("but not without one, where it is taken as it is", async () => {
    const git: Git = { ...memoryGit({}), head: async () => ({ status: "none" }) };
    const config = oneCheck({ cwd: "gone", command: "npm run gone", oraclePaths: ["gone"] });
    expect(await settle({ config, git })).toMatchObject({ problems: [], pinned: false, checks: [{ criterion }] });
  });

  test("and a git that gives no answer is a mistake", async () => {
    const git: Git = { ...memoryGit({}), head: async () => ({ status: "unreadable", message: "no" }) };
    expect(await codesOf({ config: oneCheck(), git })).toMatchObject([{ code: "noAnswer" }]);
    const late: Git = { ...memoryGit({}), kindsAt: async () => ({ status: "unreadable", message: "no" }) };
    expect(await codesOf({ config: oneCheck(), git: late })).toMatchObject([{ code: "noAnswer" }]);
  });

  test("and can't be changed afterwards, by nobody (R001-12)", async () => {
    const [check] = (await settle({ config: oneCheck({ oraclePaths: ["a"] }), commit: { a: "" } })).checks;
    expect(() => Object.assign(check ?? {}, { command: "node other.js" })).toThrow(TypeError);
    expect(() => Object.assign(check?.oraclePaths ?? [], ["b"])).toThrow(TypeError);
  });

  test("and nothing is asked where there is none", async () => {
    let asked = 0;
    const git: Git = { ...memoryGit({}), head: async () => ({ status: "none", asked: asked++ }) };
    expect(await settle({ config: {}, git })).toMatchObject({ checks: [], problems: [] });
    expect(asked).toBe(0);
  });
});

describe("a project that has to be verified and doesn't say how (R001-14, R001-15)", () => {
  const config: Layer = { requireProjectChecks: true };
  const scripts = async (names: string[], more: MemoryCommit = {}) => {
    const text = packageJson(Object.fromEntries(names.map((name) => [name, "node x.js"])));
    const { checks } = await settle({ config, commit: { "package.json": text, ...more } });
    return checks.map((check) => [check.criterion, check.command]);
  };

  test("runs its script check, where it has one", async () => {
    expect(await scripts(["build", "check", "test"])).toEqual([["project script: check", "npm run check"]]);
  });

  test("else those of typecheck, lint, test and build that it has, with its package manager", async () => {
    expect(await scripts(["build", "test", "start", "typecheck"], { "pnpm-lock.yaml": "" })).toEqual([
      ["project script: typecheck", "pnpm run typecheck"],
      ["project script: test", "pnpm run test"],
      ["project script: build", "pnpm run build"],
    ]);
  });

  test.each<[what: string, commit: MemoryCommit]>([
    ["no package.json", {}],
    ["none of the scripts", { "package.json": packageJson({ start: "x", check: " " }) }],
    ["a broken package.json", { "package.json": "{" }],
    ["a package.json that is a link", { "package.json": { kind: "link" } }],
  ])("fails with what to add: %s (R000-7)", async (_, commit) => {
    const tree = { "/repo/package.json": packageJson({ check: "exit 0" }) };
    const { checks } = await settle({ config, commit, tree });
    expect(checks).toMatchObject([{ criterion: "project script: check", missing: { code: "noScript" } }]);
    expect(checks[0]?.command).toBeUndefined();
  });

  test("runs what is configured where anything is", async () => {
    const commit = { "package.json": packageJson({ check: "x" }), "init.sh": "VERIFY_CMD='npm run check'" };
    const own = await settle({ config: { ...config, ...oneCheck() }, commit });
    expect(own.checks.map((check) => check.criterion)).toEqual([criterion]);
    const compat = await settle({ config: { ...config, compat: { verifyCommand: "auto" } }, commit });
    expect(compat.checks.map((check) => check.criterion)).toEqual(["project verify command"]);
  });
});

describe("a verify command that a file of the project names (R000-5)", () => {
  const commit: MemoryCommit = {
    "init.sh": "#!/bin/sh\nVERIFY_CMD='node init.js'\n",
    "VERIFICATION.md": "- Verify: `node page.js`\n",
  };
  const tree = { "/repo/init.sh": "VERIFY_CMD='node planted.js'", "/repo/VERIFICATION.md": "- Verify: `node x.js`" };

  test.each<["init.sh" | "VERIFICATION.md" | "auto", MemoryCommit, command: string | undefined]>([
    ["init.sh", commit, "node init.js"],
    ["VERIFICATION.md", commit, "node page.js"],
    ["auto", commit, "node init.js"],
    ["auto", { ...commit, "init.sh": "npm ci\n" }, "node page.js"],
    ["auto", { ...commit, "init.sh": "VERIFY_CMD='TODO'\n" }, undefined],
    ["init.sh", {}, undefined],
    ["init.sh", { "init.sh": { kind: "link" } }, undefined],
    ["init.sh", { "init.sh": `VERIFY_CMD='node a.js'\n${"#".repeat(300_000)}` }, undefined],
  ])("%s of %o is %s", async (verifyCommand, committed, command) => {
    const { checks, problems } = await settle({ config: { compat: { verifyCommand } }, commit: committed, tree });
    expect(problems).toEqual([]);
    expect(checks).toHaveLength(1);
    expect(checks[0]).toMatchObject({ criterion: "project verify command", directory: "/repo" });
    expect(checks[0]?.command).toBe(command);
    expect(checks[0]?.missing === undefined).toBe(command !== undefined);
  });

  test("that would need a shell is a mistake, located in its file", async () => {
    const shell = { "init.sh": "set -e\nVERIFY_CMD='npm test && npm run lint'\n" };
    const { problems } = await settle({ config: { compat: { verifyCommand: "auto" } }, commit: shell });
    expect(problems).toMatchObject([{ file: "init.sh", line: 2, code: "refusedCommand" }]);
  });

  test("gives way to a project check of the same name", async () => {
    const own = { projectChecks: [{ criterion: "project verify command", command: "node own.js" }] };
    const { checks } = await settle({ config: { ...own, compat: { verifyCommand: "auto" } }, commit });
    expect(checks.map(({ command }) => command)).toEqual(["node own.js"]);
  });
});
