import { describe, expect, test } from "vitest";
import { type ChangeCase, manifest, read, touchedBy } from "./change-case.ts";

const unit = manifest({ test: "jest" }, { devDependencies: { jest: "1" } });

describe("tests that were there are oracles, new ones are not (R001-19, R001-22)", () => {
  test.each([
    "src/sum.test.ts",
    "src/sum.spec.jsx",
    "src/sum_test.js",
    "app/login.e2e.ts",
    "sum.test.mjs",
    "sum-test.js",
    "test-sum.js",
    "test.js",
    "tests.cjs",
    "test_sum.py",
    "src/pkg/test_sum.py",
    "lib/sum_spec.rb",
    "src/SumTest.java",
    "Sum.Core/SumTests.cs",
    "test/sum.js",
    "test/helpers/data.json",
    "tests/deep/down/a.ts",
    "__tests__/a.js",
    "src/__tests__/a.js",
    "src/test/a.js",
    "spec/a.rb",
    "e2e/login.ts",
    "cypress/integration/a.js",
    "packages/a/test/a.js",
    "packages/a/src/a.test.ts",
    "fixtures/input.txt",
    "src/fixtures/input.txt",
    "test/fixtures/project/package.json",
    "testdata/x.bin",
    "lib/__mocks__/fs.js",
    "test/größe.js",
    "test/with space.js",
  ])("%s", async (path) => {
    const before = { "package.json": unit, [path]: "old" };
    for (const text of ["new", null]) {
      expect(await read({ files: before, edits: { [path]: text } })).toMatchObject({
        touched: [{ path, why: "test" }],
        restorations: [{ path, to: "baseline" }],
      });
    }
    const { [path]: _, ...without } = before;
    expect(await touchedBy({ files: { ...without, "test/old.test.js": "" }, edits: { [path]: "new" } })).toEqual([]);
  });

  test.each(["src/__snapshots__/a.test.ts.snap", "a.snap", "test/a.spec.ts-snapshots/a.png", "out.approved.txt"])(
    "the snapshot %s",
    async (path) => {
      const files = { "package.json": unit, [path]: "old" };
      expect(await touchedBy({ files, edits: { [path]: "new" } })).toEqual([`${path}: snapshot`]);
      expect(await touchedBy({ files: { "package.json": unit }, edits: { [path]: "new" } })).toEqual([]);
    },
  );

  test.each([
    "src/sum.ts",
    "src/ab-test.ts",
    "src/spec/parse.ts",
    "src/latest.ts",
    "lib/contest.js",
    "index.js",
    "docs/guide.md",
    "README.md",
    "app/e2e/encrypt.ts",
    "packages/a/src/index.ts",
    "attest.js",
  ])("%s is no test", async (path) => {
    expect(await touchedBy({ files: { "package.json": unit, [path]: "old" }, edits: { [path]: "new" } })).toEqual([]);
  });
});

describe("among the sources what a file holds tells whether it is a test", () => {
  const files = (text: string) => ({ "package.json": manifest({ test: "node --test src" }), "src/sum-test.js": text });

  test.each(['import { test } from "node:test";', "describe('sum', () => {});", "it.only('adds', f)"])(
    "%s",
    async (text) => {
      for (const after of ["new", null]) {
        const change = { files: files(text), edits: { "src/sum-test.js": after } };
        expect(await touchedBy(change)).toEqual(["src/sum-test.js: test"]);
      }
      const fresh = {
        files: { "package.json": manifest({ test: "node --test src" }) },
        edits: { "src/sum-test.js": text },
      };
      expect(await touchedBy(fresh)).toEqual([]);
    },
  );

  test.each(["export const variants = split(users);", "if (/x/.test(name)) run();"])("none: %s", async (text) => {
    expect(await touchedBy({ files: files(text), edits: { "src/sum-test.js": "new" } })).toEqual([]);
  });
});

describe("what a runner is pointed at is a test", () => {
  const rows: readonly (readonly [string, string, string])[] = [
    ["node --test checks/*.mjs", "checks/a.mjs", "a glob"],
    ["node --test checks", "checks/deep/a.mjs", "a folder"],
    ["mocha 'spec2/**/*.js'", "spec2/deep/a.js", "a quoted glob"],
    ["mocha --require ./boot.js cases/a.js cases/b.js", "cases/b.js", "files"],
    ["c8 mocha cases/", "cases/a.js", "a folder behind a wrapper"],
    ["cross-env A=1 ava cases/*.js", "cases/a.js", "a glob behind a wrapper"],
    ["npx tape cases/*.js | tap-spec", "cases/a.js", "a glob before a pipe"],
    ["node --test 'src/**/*.check.js'", "src/deep/a.check.js", "names among the sources"],
    ["tsc && node --test checks/", "checks/a.js", "a folder in the second command"],
    ["bun test checks", "checks/a.ts", "a folder for bun"],
    ["cd pkg && mocha cases", "pkg/cases/a.js", "a folder of another folder"],
    ["yarn mocha 'cases/**'", "cases/a.js", "what yarn runs"],
  ];

  test.each(rows)("%s: %s (%s)", async (script, path) => {
    const files = { "package.json": manifest({ test: script }), [path]: "old", "src/a.js": "" };
    expect(await touchedBy({ files, edits: { [path]: "new", "src/a.js": "new" } })).toEqual([
      expect.stringMatching(new RegExp(`^${path}: (test|namedByScript)$`)),
    ]);
    const added = { files: { ...files, "checks/x": "", "cases/x": "" }, edits: { [`${path}.new.js`]: "" } };
    expect(await touchedBy(added)).toEqual([]);
  });

  test.each([
    ["vitest.config.ts", "test: { include: ['checks/**/*.ts'] }"],
    ["jest.config.js", "module.exports = { testMatch: ['<rootDir>/checks/**/*.ts'] };"],
    ["playwright.config.ts", "export default { testDir: './checks' };"],
    [".mocharc.yml", "spec:\n  - checks/**/*.ts\n"],
    [".mocharc.json", '{ "spec": "checks" }'],
    ["ava.config.js", "export default { files: ['checks/*'] };"],
    ["vite.config.ts", "test: { coverage: { include: ['core/**'] }, include: [\n  'checks/**/*.ts',\n] }"],
  ])("where %s says so", async (config, text) => {
    const files = { "package.json": unit, [config]: text, "checks/a.ts": "old", "core/a.ts": "", "src/a.ts": "" };
    const edits = { "checks/a.ts": "new", "core/a.ts": "new", "src/a.ts": "new" };
    expect(await touchedBy({ files, edits })).toEqual(["checks/a.ts: test"]);
  });

  test.each([
    "mocha 'src/**/*.js'",
    "vitest run core",
    "jest core",
    "node --test",
    "eslint core src",
    "mocha .",
    "prettier --check '**/*'",
  ])("%s makes no tests of the sources", async (script) => {
    const files = { "package.json": manifest({ test: script }), "core/a.js": "", "src/a.js": "", "a.js": "" };
    expect(await touchedBy({ files, edits: { "core/a.js": "new", "src/a.js": "new", "a.js": "new" } })).toEqual([]);
  });
});

describe("for what runs no tests they are sources like any other", () => {
  const scripts = {
    test: "vitest run",
    lint: "eslint . && prettier --check .",
    "lint:test": "cross-env A=1 eslint test",
    types: "tsc --noEmit",
    build: "node scripts/build.js",
    check: "npm run lint && vitest run",
    "lint:all": "run-s lint unit",
    unit: "node --test",
  };
  const files = {
    "package.json": manifest(scripts),
    "test/a.test.js": "old",
    "a.snap": "old",
    "src/__mocks__/a.js": "old",
    "scripts/build.js": "",
  };
  const edits = { "test/a.test.js": "new", "a.snap": "new", "src/__mocks__/a.js": "new" };

  test.each([
    ["lintClean", "npm run lint"],
    ["lintClean", "npm run lint:test"],
    ["lintClean", "npm run lint -- test"],
    ["run", "npx tsc"],
    ["run", "npx eslint test"],
    ["run", "npm run types"],
    ["buildPasses", "npm run build"],
  ] as const)("%s: %s", async (kind, command) => {
    expect(await touchedBy({ files, edits, command, check: { kind } })).toEqual([]);
    const gone = { files, edits: { "test/a.test.js": null }, command, check: { kind } };
    expect(await touchedBy(gone)).toEqual(["test/a.test.js: test"]);
  });

  test.each([
    ["lintClean", "npm run check"],
    ["lintClean", "npm run lint:all"],
    ["run", "node scripts/build.js"],
    ["buildPasses", "npx vitest run"],
    ["testsPass", "make test"],
  ] as const)("but not for %s: %s", async (kind, command) => {
    expect(await touchedBy({ files, edits, command, check: { kind } })).toContain("test/a.test.js: test");
  });
});

describe("new files that old tests would load", () => {
  const files = { "package.json": unit, "src/mail.ts": "", "src/mail.test.ts": "" };
  const rows: readonly (readonly [string, ChangeCase, readonly string[]])[] = [
    ["a mock beside the module", { files, edits: { "src/__mocks__/mail.ts": "" } }, ["src/__mocks__/mail.ts: test"]],
    ["a mock of a package", { files, edits: { "__mocks__/axios.js": "" } }, ["__mocks__/axios.js: test"]],
    ["a mock of a scoped package", { files, edits: { "__mocks__/@a/b.js": "" } }, ["__mocks__/@a/b.js: test"]],
    ["a mock of a new module", { files, edits: { "src/__mocks__/new.ts": "", "src/new.ts": "" } }, []],
    ["a mock of a new package's module", { files, edits: { "packages/n/__mocks__/x.ts": "" } }, []],
    [
      "rules for the tests' folder",
      { files: { ...files, "test/a.js": "" }, edits: { "test/.eslintrc": "" } },
      ["test/.eslintrc: toolConfig"],
    ],
    [
      "a tsconfig for the tests' folder",
      { files: { ...files, "test/a.js": "" }, edits: { "test/tsconfig.json": "" } },
      ["test/tsconfig.json: toolConfig"],
    ],
    [
      "what jasmine loads",
      { files: { ...files, "spec/helpers/a.js": "" }, edits: { "spec/helpers/b.js": "" } },
      ["spec/helpers/b.js: toolConfig"],
    ],
    [
      "a second file of the name that a test script runs",
      {
        files: { "package.json": manifest({ test: "node checks/all" }), "checks/all.js": "" },
        edits: { "checks/all": "" },
      },
      ["checks/all: namedByScript"],
    ],
  ];
  test.each(rows)("%s", async (_, change, touched) => {
    expect(await touchedBy(change)).toEqual(touched);
  });

  test.each([
    ["a helper that is found before a typed one", "test/util.ts", "test/util.js"],
    ["a helper that is found before a folder", "test/util/index.js", "test/util.js"],
    ["a program that is found before data", "test/data.json", "test/data.js"],
  ])("%s", async (_, old, added) => {
    const change = { files: { ...files, [old]: "" }, edits: { [added]: "" } };
    expect(await touchedBy(change)).toEqual([`${added}: test`]);
  });

  test.each([
    "process.exit(0);",
    "process . exit(0)",
    "process['exit'](0)",
    "process.exitCode = 0;",
    "process.on('exit', () => {});",
    "const assert = require('assert'); assert.strictEqual = () => {};",
    "delete require.cache[x];",
    "Module._load = () => ({});",
  ])("a test that would end or bend the others' run: %s", async (text) => {
    const change = { files: { ...files, "test/a.test.js": "" }, edits: { "test/0.test.js": text } };
    expect(await read(change)).toMatchObject({
      touched: [{ path: "test/0.test.js", status: "added", why: "test" }],
      restorations: [{ path: "test/0.test.js", to: "removed" }],
    });
    expect(await touchedBy({ ...change, command: "node --test test/0.test.js" })).toEqual([]);
    expect(await touchedBy({ ...change, edits: { "src/exit.ts": text } })).toEqual([]);
  });

  test.each([
    "const exitCode = run();",
    "expect(process.exitCode === 1);",
    "import assert from 'assert';\nassert.equal(a, b);",
    "assert.ok(x => x);",
    "const assert = require('assert');",
  ])("but not %s", async (text) => {
    expect(await touchedBy({ files, edits: { "test/0.test.js": text } })).toEqual([]);
  });
});

describe("new tests that were written for what is put back", () => {
  const files = { "package.json": unit, "test/old.test.js": "", "test/help.js": "old", "test/data/in.json": "old" };
  const edits = { "test/help.js": "new" };

  test.each([
    ["imports it", { "test/new.test.js": "import { make } from './help.js';" }, ["test/new.test.js"]],
    ["requires it without its ending", { "src/new.test.js": "require('../test/help')" }, ["src/new.test.js"]],
    [
      "imports what imports it",
      { "test/new.test.js": "import './more.js'", "test/more.js": "import './help.js'" },
      ["test/new.test.js", "test/more.js"],
    ],
    ["reads it", { "test/data/in.json": "new", "test/new.test.js": "read('test/data/in.json')" }, ["test/new.test.js"]],
    ["has nothing to do with it", { "test/new.test.js": "import './old.test.js'" }, []],
  ])("run in place alone where one %s", async (_, more, aside) => {
    const { restorations, notes, touched } = await read({ files, edits: { ...edits, ...more } });
    const removed = restorations.filter(({ to }) => to === "removed").map(({ path }) => path);
    expect(new Set(removed)).toEqual(new Set(aside));
    expect(notes.flatMap((note) => (note.code === "testsLaidAside" ? note.paths : []))).toHaveLength(aside.length);
    expect(touched.map(({ path }) => path)).not.toContain("test/new.test.js");
  });

  test("stay where the check asks for them, or where nothing is put back", async () => {
    const more = { "test/login.test.js": "import './help.js'" };
    for (const command of ["npm test -- login", "node --test test/login.test.js"]) {
      const { restorations } = await read({ files, edits: { ...edits, ...more }, command });
      expect(restorations).toEqual([{ path: "test/help.js", to: "baseline" }]);
    }
    const allowed = await read({ files, edits: { ...edits, ...more }, check: { allowEdit: "test/**" } });
    expect(allowed).toMatchObject({ restorations: [], notes: [] });
  });
});
