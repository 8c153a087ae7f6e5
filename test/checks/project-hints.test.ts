import { describe, expect, it, test } from "vitest";
import { parseCommand } from "../../src/checks/command.ts";
import { readHints } from "../../src/checks/project-hints.ts";
import { type MemoryEntry, memoryFiles } from "../support/memory-files.ts";

const scripts = { test: "vitest run", build: "tsc", lint: "biome check" };
const own = JSON.stringify({ scripts });
const npm = { test: "npm test", build: "npm run build", lint: "npm run lint" };

function hintsOf(
  entries: Record<string, MemoryEntry>,
  { commands = {}, worktree = "/code" }: { commands?: Parameters<typeof readHints>[1]; worktree?: string } = {},
) {
  const files = memoryFiles({ "/code/app/README.md": "", ...entries });
  return readHints({ base: "/code/app", worktree, platform: "linux" }, commands, files);
}

function runWith(runner: string) {
  return { test: `${runner} run test`, build: `${runner} run build`, lint: `${runner} run lint` };
}

describe("the commands that a project really has (R002-27)", () => {
  it("are none where there is no package.json", async () => {
    expect(await hintsOf({})).toEqual({});
  });

  it("are the scripts of its package.json", async () => {
    expect(await hintsOf({ "/code/app/package.json": own })).toEqual(npm);
    const marked = `\uFEFF${JSON.stringify({ scripts, packageManager: "bun@1.2.0" })}`;
    expect(await hintsOf({ "/code/app/package.json": marked })).toEqual(runWith("bun"));
  });

  test.each([
    ["missing", {}],
    ["blank", { test: " \n" }],
    ["npm's placeholder", { test: 'echo "Error: no test specified" && exit 1' }],
    ["no text", { test: 1 }],
  ])("don't include a script that is %s", async (_, other) => {
    const packageJson = JSON.stringify({ scripts: { ...other, build: "tsc" } });
    expect(await hintsOf({ "/code/app/package.json": packageJson })).toEqual({ build: "npm run build" });
  });

  it("don't include a script that is only inherited or of another name", async () => {
    const packageJson = JSON.stringify({ scripts: { tests: "x", "build:all": "x", start: "x", constructor: "x" } });
    expect(await hintsOf({ "/code/app/package.json": packageJson })).toEqual({});
  });

  it.each(["{ nonsense", "[]", "null", '{"scripts":[]}', '{"scripts":"x"}'])(
    "are none where package.json is %j",
    async (text) => {
      expect(await hintsOf({ "/code/app/package.json": text })).toEqual({});
    },
  );

  it("are none of an ancestor's", async () => {
    expect(await hintsOf({ "/code/package.json": own })).toEqual({});
    expect(await hintsOf({ "/code/package.json": own, "/code/app/package.json": "{}" })).toEqual({});
  });

  it("are found behind a linked base directory", async () => {
    const files = memoryFiles({ "/link": { link: "/code/app" }, "/code/app/package.json": own, "/code/yarn.lock": "" });
    expect(await readHints({ base: "/link", worktree: "/code", platform: "linux" }, {}, files)).toEqual(
      runWith("yarn"),
    );
  });
});

describe("the options commands.test, commands.build and commands.lint (R002-27)", () => {
  test.each(["test", "build", "lint"] as const)("commands.%s goes before the script of that name", async (task) => {
    const commands = { [task]: "make it" };
    expect(await hintsOf({ "/code/app/package.json": own }, { commands })).toEqual({ ...npm, [task]: "make it" });
    expect(await hintsOf({ "/code/app/package.json": own, "/code/bun.lock": "" }, { commands })).toEqual({
      ...runWith("bun"),
      [task]: "make it",
    });
  });

  test.each(["test", "build", "lint"] as const)("commands.%s is there without any package.json", async (task) => {
    expect(await hintsOf({}, { commands: { [task]: "make it" } })).toEqual({ [task]: "make it" });
  });
});

describe("the package manager that runs a script (R002-27)", () => {
  const rows = [
    ["package-lock.json", "npm"],
    ["npm-shrinkwrap.json", "npm"],
    ["pnpm-lock.yaml", "pnpm"],
    ["yarn.lock", "yarn"],
    ["bun.lock", "bun"],
    ["bun.lockb", "bun"],
  ] as const;
  const expected = (runner: string) => (runner === "npm" ? npm : runWith(runner));

  test.each(rows)(
    "%s stands for %s, in the base directory or in an ancestor up to the worktree",
    async (lockfile, runner) => {
      for (const directory of ["/code/app", "/code"]) {
        const found = await hintsOf({ "/code/app/package.json": own, [`${directory}/${lockfile}`]: "" });
        expect([directory, found]).toEqual([directory, expected(runner)]);
      }
    },
  );

  it("is not looked for above the worktree, or above the base where there is none", async () => {
    const entries = { "/code/app/package.json": own, "/yarn.lock": "" };
    expect(await hintsOf(entries)).toEqual(npm);
    expect(await hintsOf({ ...entries, "/code/yarn.lock": "" }, { worktree: "/" })).toEqual(npm);
    expect(await hintsOf({ ...entries, "/code/yarn.lock": "" }, { worktree: "/elsewhere" })).toEqual(npm);
  });

  it("is that of the nearest lockfile", async () => {
    const entries = { "/code/app/package.json": own, "/code/app/pnpm-lock.yaml": "", "/code/yarn.lock": "" };
    expect(await hintsOf(entries)).toEqual(runWith("pnpm"));
  });

  it("is npm where there are lockfiles of several side by side, npm's among them", async () => {
    expect(
      await hintsOf({ "/code/app/package.json": own, "/code/bun.lock": "", "/code/package-lock.json": "" }),
    ).toEqual(npm);
  });

  test.each(["npm", "pnpm", "yarn", "bun"])(
    "is %s where packageManager says so, whatever lockfile lies there",
    async (runner) => {
      for (const packageManager of [`${runner}@9.1.0`, `${runner}@4.0.0+sha512.abc`, runner]) {
        const packageJson = JSON.stringify({ scripts, packageManager });
        for (const lockfile of ["/code/app/package-lock.json", "/code/app/yarn.lock", "/code/yarn.lock"]) {
          expect(await hintsOf({ "/code/app/package.json": packageJson, [lockfile]: "" })).toEqual(expected(runner));
        }
      }
    },
  );

  it("may be declared by the package.json of an ancestor", async () => {
    const root = JSON.stringify({ packageManager: "pnpm@9.1.0" });
    expect(await hintsOf({ "/code/app/package.json": own, "/code/package.json": root, "/code/yarn.lock": "" })).toEqual(
      runWith("pnpm"),
    );
    const nearer = { "/code/app/package.json": own, "/code/app/yarn.lock": "", "/code/package.json": root };
    expect(await hintsOf(nearer)).toEqual(runWith("yarn"));
  });

  test.each([["deno@2"], ["npx@1"], ["pnpmx@1"], ["@9"], [""], [9], [null], [{}]])(
    "is not declared by packageManager %j",
    async (packageManager) => {
      const packageJson = JSON.stringify({ scripts, packageManager });
      expect(await hintsOf({ "/code/app/package.json": packageJson, "/code/app/bun.lock": "" })).toEqual(
        runWith("bun"),
      );
    },
  );

  it("is not told by a directory with a lockfile's name", async () => {
    expect(await hintsOf({ "/code/app/package.json": own, "/code/app/yarn.lock": { kind: "directory" } })).toEqual(npm);
  });

  test.each(["npm", "pnpm", "yarn", "bun"])(
    "runs scripts with %s by a command that the policy allows",
    async (runner) => {
      const packageJson = JSON.stringify({ scripts, packageManager: runner });
      for (const command of Object.values(await hintsOf({ "/code/app/package.json": packageJson }))) {
        expect(parseCommand(command, { allow: [], inlineEval: false })).toMatchObject({ ok: true });
      }
    },
  );
});
