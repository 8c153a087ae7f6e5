import { describe, expect, test } from "vitest";
import { type ChangeCase, type Edits, type FilesByPath, manifest, read, touchedBy } from "./change-case.ts";

const files: FilesByPath = {
  "package.json": manifest({ test: "vitest run", lint: "eslint ." }),
  "src/sum.ts": "",
  "src/sum.test.ts": "",
  "vitest.config.ts": "export default { test: { setupFiles: ['./support/env.ts'] } };",
  "support/env.ts": "",
  "tsconfig.json": '{ "extends": "./base.json" }',
  "base.json": "{}",
};
const changed = (edits: Edits, more: Partial<ChangeCase> = {}): ChangeCase => ({
  files: { ...files, ...more.files },
  edits,
  command: more.command ?? "npm test",
  ...(more.base === undefined ? {} : { base: more.base }),
  ...(more.deliverables === undefined ? {} : { deliverables: more.deliverables }),
});

describe("configuration is an oracle by its shape, whatever the tool is called (R001-18, R001-19)", () => {
  test.each([
    "vitest.config.ts",
    "vitest.config.js",
    "vitest.workspace.ts",
    "jest.config.cjs",
    "JEST.CONFIG.JS",
    "jest.unit.config.mts",
    "playwright.config.ts",
    "babel.config.json",
    "eslint.config.mjs",
    "tools.config.yaml",
    "neverheardof.config.ts",
    "karma.conf.js",
    ".eslintrc",
    ".eslintrc.json",
    "src/.eslintrc.cjs",
    ".mocharc.yml",
    ".neverheardofrc.toml",
    ".prettierrc",
    ".nycrc.json",
    ".eslintignore",
    ".prettierignore",
    ".stylelintignore",
    "tsconfig.json",
    "tsconfig.build.json",
    "jsconfig.json",
    "src/tsconfig.json",
    "biome.json",
    "biome.jsonc",
    "turbo.json",
    "nx.json",
    ".env.test",
    ".env",
    ".editorconfig",
    ".config/prettierrc.config.json",
    "src/setupTests.ts",
    "src/vitest.config.ts",
    "mocha.opts",
    "Makefile",
    "conftest.py",
    "tsconfig.tsbuildinfo",
    ".eslintcache",
  ])("%s, also where it is new", async (path) => {
    const old = await read({ files: { ...files, [path]: "old" }, edits: { [path]: "new" }, command: "npm test" });
    expect(old).toMatchObject({
      touched: [{ path, status: "modified", why: "toolConfig" }],
      restorations: [{ path, to: "baseline" }],
    });
    const { [path]: _, ...without } = files;
    const planted = await read({ files: without, edits: { [path]: "new" }, command: "npm test" });
    expect(planted).toMatchObject({
      touched: [{ path, status: "added", why: "toolConfig" }],
      restorations: [{ path, to: "removed" }],
    });
    const gone = await read({ files: { ...files, [path]: "old" }, edits: { [path]: null }, command: "npm test" });
    expect(gone.restorations).toEqual([{ path, to: "baseline" }]);
  });

  test.each([
    ".npmrc",
    ".yarnrc.yml",
    ".yarn/releases/yarn-4.0.0.cjs",
    ".yarn/plugins/x.cjs",
    ".pnpmfile.cjs",
    ".pnp.cjs",
    "pnpm-workspace.yaml",
    "bunfig.toml",
    ".nvmrc",
    ".node-version",
    ".tool-versions",
    "app/.npmrc",
  ])("%s, from the base up to the root", async (path) => {
    const before = { ...files, "app/package.json": manifest({ test: "vitest run" }) };
    const planted = { files: before, edits: { [path]: "new" }, base: "app" };
    expect(await read(planted)).toMatchObject({
      touched: [{ path, why: "packageManagerConfig" }],
      restorations: [{ path, to: "removed" }],
    });
    const beside = { files: before, edits: { [`other/${path}`]: "new" }, base: "app" };
    expect(await touchedBy(beside)).toEqual([]);
  });

  test.each([
    ["a setup file that it names", { "support/env.ts": "process.exit(0);" }, ["support/env.ts: namedByScript"]],
    ["what a tsconfig extends", { "base.json": '{"compilerOptions":{"strict":false}}' }, ["base.json: namedByScript"]],
    [
      "rules for a new part of the sources",
      { "src/new/.eslintrc.json": '{"root":true}', "src/new/a.ts": "" },
      ["src/new/.eslintrc.json: toolConfig"],
    ],
    [
      "a file that takes the place of a named one",
      { "support/env.ts": null, "support/env.ts.js": "" },
      ["support/env.ts: namedByScript"],
    ],
  ])("%s", async (_, edits, touched) => {
    expect(await touchedBy(changed(edits))).toEqual(touched);
  });

  test.each<readonly [string, FilesByPath, string]>([
    [
      "a reporter",
      { "vitest.config.ts": 'test: { reporters: ["./ci/reporter.js"] }', "ci/reporter.js": "" },
      "ci/reporter.js",
    ],
    ["an environment at the root", { "jest.config.js": "testEnvironment: './env.js'", "env.js": "" }, "env.js"],
    [
      "a preset without its ending",
      { "jest.config.js": "preset: './presets/unit'", "presets/unit.js": "" },
      "presets/unit.js",
    ],
    [
      "what jest finds from its rootDir",
      { "jest.config.js": "globalSetup: '<rootDir>/boot/up.js'", "boot/up.js": "" },
      "boot/up.js",
    ],
    [
      "a rule of the linter's",
      { "eslint.config.js": "import x from './eslint-local/index.js'", "eslint-local/index.js": "" },
      "eslint-local/index.js",
    ],
    ["what YAML names", { ".mocharc.yml": "require:\n  - ./boot/up.js\n", "boot/up.js": "" }, "boot/up.js"],
    [
      "what settings in package.json name",
      { "package.json": manifest({ test: "jest" }, { jest: { setupFiles: ["./boot/up.js"] } }), "boot/up.js": "" },
      "boot/up.js",
    ],
    [
      "what an unknown tool is told to set up",
      { ".newrc.json": '{ "setupFiles": ["./boot/up.js"] }', "boot/up.js": "" },
      "boot/up.js",
    ],
    ["what an unknown tool requires", { ".newrc.yml": "require:\n  - ./boot/up.js\n", "boot/up.js": "" }, "boot/up.js"],
    [
      "a set-up among the sources",
      { "vitest.config.ts": "setupFiles: 'src/test-setup.ts'", "src/test-setup.ts": "" },
      "src/test-setup.ts",
    ],
    [
      "what a named file imports",
      { "vitest.config.ts": "setupFiles: './boot/up.ts'", "boot/up.ts": "import './more.ts'", "boot/more.ts": "" },
      "boot/more.ts",
    ],
  ])("%s", async (_, more, path) => {
    const change = { files: { ...files, ...more }, edits: { [path]: "changed" } };
    expect(await touchedBy(change)).toEqual([`${path}: namedByScript`]);
  });
});

describe("honest configuration", () => {
  test.each<readonly [string, ChangeCase]>([
    ["a part of the product that is called configuration", changed({ "src/auth.config.ts": "x" })],
    ["the product's own settings", changed({ "src/config.ts": "x", "config.ts": "x" })],
    ["an example of an environment", changed({ ".env.example": "x" })],
    ["what says what is published", changed({ ".npmignore": "x", ".dockerignore": "x", ".gitattributes": "x" })],
    ["a workflow", changed({ ".github/workflows/ci.yml": "x" })],
    [
      "a new package's own",
      changed({
        "packages/new/package.json": "{}",
        "packages/new/tsconfig.json": "{}",
        "packages/new/vitest.config.ts": "",
      }),
    ],
    [
      "a new fixture",
      changed({
        "test/fixtures/a/tsconfig.json": "{}",
        "test/fixtures/a/package.json": "{}",
        "test/fixtures/a/.npmrc": "",
      }),
    ],
    ["what the block names as its product", changed({ "web.config.js": "x" }, { deliverables: ["./web.config.js"] })],
    [
      "the first tsconfig, for the compiler",
      { files: { "package.json": "{}", "a.ts": "" }, edits: { "tsconfig.json": "{}" }, command: "npx tsc --noEmit" },
    ],
    [
      "the first rules, for the linter",
      {
        files: { "package.json": manifest({ lint: "eslint ." }) },
        edits: { "eslint.config.js": "" },
        command: "npm run lint",
      },
    ],
    [
      "everything, where the check's script is new",
      {
        files: { "src/a.ts": "" },
        edits: { "package.json": manifest({ test: "vitest" }), "vitest.config.ts": "", ".npmrc": "" },
      },
    ],
    [
      "what a build starts from",
      { files: { ...files, "rollup.config.js": "input: './main.js'", "main.js": "" }, edits: { "main.js": "x" } },
    ],
    [
      "what a test runner measures",
      {
        files: { ...files, "vitest.config.ts": "test: { coverage: { include: ['core/**'] } }", "core/a.ts": "" },
        edits: { "core/a.ts": "x" },
      },
    ],
    [
      "aliases for sources",
      {
        files: {
          ...files,
          "jest.config.js": "moduleNameMapper: { '^@/(.*)$': '<rootDir>/src/$1' }, roots: ['<rootDir>/core']",
          "core/a.ts": "",
        },
        edits: { "core/a.ts": "x", "src/sum.ts": "y" },
      },
    ],
  ])("is the work's own: %s", async (_, change) => {
    expect(await touchedBy(change)).toEqual([]);
  });
});

describe("lockfiles", () => {
  const locked = {
    "package.json": manifest({ test: "x" }),
    "package-lock.json": "1",
    "yarn.lock": "1",
    "app/a.js": "",
  };

  test.each(["package-lock.json", "npm-shrinkwrap.json", "pnpm-lock.yaml", "yarn.lock", "bun.lock", "bun.lockb"])(
    "%s is an oracle",
    async (path) => {
      expect(await read({ files: locked, edits: { [path]: "2" } })).toMatchObject({
        touched: [{ path, why: "lockfile" }],
        notes: [],
      });
    },
  );

  test("one that changed with the dependencies that it locks is not, and that is noted", async () => {
    const edits = { "package.json": manifest({ test: "x" }, { dependencies: { a: "1" } }), "package-lock.json": "2" };
    expect(await read({ files: locked, edits })).toMatchObject({
      touched: [],
      notes: [{ code: "lockfileFollows", path: "package-lock.json" }],
    });
  });

  test("one in another folder locks nothing that the check rests on", async () => {
    expect(await touchedBy({ files: locked, edits: { "example/yarn.lock": "2" } })).toEqual([]);
  });
});
