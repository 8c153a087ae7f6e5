import { describe, expect, it, test } from "vitest";
import { parseCommand } from "../../src/checks/command.ts";
import { locateProject } from "../../src/checks/project.ts";
import { findMissingScript, isPlaceholder, readScripts } from "../../src/checks/scripts.ts";
import { type MemoryEntry, memoryFiles } from "../support/memory-files.ts";
import { packageJson } from "./check-context.ts";

async function missing(text: string, entries: Record<string, MemoryEntry>, worktree?: string) {
  const files = memoryFiles({ "/code/app/src/a.ts": "", ...entries });
  const project = await locateProject({ base: "/code/app", worktree, platform: "linux" }, files);
  const parsed = parseCommand(text, { allow: [], inlineEval: true });
  if (!parsed.ok) throw new Error(`not a command: ${text}`);
  return findMissingScript(parsed.command, await readScripts(project, files), files, project);
}

const placeholder = 'echo "Error: no test specified" && exit 1';

describe("a script that isn't there (R000-7)", () => {
  test.each([
    ["missing", {}],
    ["empty", { test: "" }],
    ["blank", { test: " \t\n" }],
    ["npm's placeholder", { test: placeholder }],
  ])("is one that is %s", async (_, scripts) => {
    const entries = { "/code/app/package.json": packageJson(scripts as Record<string, string>) };
    for (const command of [
      "npm test",
      "npm t",
      "npm run test",
      "npm run-script test",
      "npm -s test -- x",
      "pnpm test",
      "pnpm run test",
    ]) {
      expect(await missing(command, entries)).toEqual({
        code: "noneConfigured",
        script: "test",
        packageJson: "/code/app/package.json",
      });
    }
  });

  it("is one of no package.json at all", async () => {
    expect(await missing("npm test", {})).toEqual({ code: "noneConfigured", script: "test" });
    expect(await missing("npm run build", { "/code/package.json": packageJson({ build: "x" }) })).toMatchObject({
      script: "build",
    });
    expect(await missing("npm test", { "/package.json": packageJson({ test: "x" }) }, "/code")).toMatchObject({
      script: "test",
    });
  });

  it("can't be hidden by --if-present or by an inherited name", async () => {
    const entries = { "/code/app/package.json": packageJson({}) };
    expect(await missing("npm run lint --if-present", entries)).toMatchObject({ script: "lint" });
    expect(await missing("npm run --if-present lint", entries)).toMatchObject({ script: "lint" });
    expect(await missing("npm run constructor", entries)).toMatchObject({ script: "constructor" });
  });
});

describe("a script that is there, or can't be known", () => {
  it("is looked for upwards, to the worktree's root", async () => {
    const entries = { "/code/package.json": packageJson({ test: "vitest" }) };
    expect(await missing("npm test", entries, "/code")).toBeUndefined();
  });

  test.each([
    "npm test --workspace a",
    "npm test -w a",
    "npm test --workspaces",
    "npm --prefix=sub test",
    "npm -C sub test",
    "pnpm -r test",
    "pnpm --filter a test",
    "npm exec vitest",
    "npm ls",
    "npx vitest",
    "yarn test",
    "bun run x.ts",
    "node test.js",
  ])("%j is run as it is", async (command) => {
    expect(await missing(command, { "/code/app/package.json": packageJson({}) })).toBeUndefined();
  });

  it("is no reason not to run: npm will say what is wrong with its file", async () => {
    for (const text of ["{ nonsense", "[]", "null", "42"]) {
      expect(await missing("npm test", { "/code/app/package.json": text })).toBeUndefined();
    }
    expect(await missing("npm test", { "/code/app/package.json": { kind: "directory" } })).toBeUndefined();
  });

  it("may be npm's own default", async () => {
    const entries = { "/code/app/package.json": packageJson({}) };
    expect(await missing("npm start", entries)).toMatchObject({ script: "start" });
    expect(await missing("npm start", { ...entries, "/code/app/server.js": "" })).toBeUndefined();
  });

  it("is missing for yarn and bun too where it is there and empty", async () => {
    const entries = { "/code/app/package.json": packageJson({ test: "", x: placeholder }) };
    expect(await missing("yarn test", entries)).toMatchObject({ script: "test" });
    expect(await missing("bun run x", entries)).toMatchObject({ script: "x" });
    expect(await missing("bun test", entries)).toBeUndefined();
  });
});

test.each([
  [placeholder, true],
  ["echo 'Error: no test specified' && exit 1", true],
  [` ${placeholder} `, true],
  ['echo "Error: no test specified" && exit 0', false],
  ["vitest", false],
  ["exit 0", false],
])("%j is a placeholder: %s", (script, expected) => {
  expect(isPlaceholder(script)).toBe(expected);
});
