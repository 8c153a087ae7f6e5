import { describe, expect, test } from "vitest";
import { type ChangeCase, type FilesByPath, manifest, touchedBy } from "./change-case.ts";

const named = (script: string, path: string, more: FilesByPath = {}): ChangeCase => ({
  files: { "package.json": manifest({ test: script }), "src/a.js": "", [path]: "old", ...more },
  edits: { [path]: "new" },
});

type Row = readonly [script: string, path: string, more?: FilesByPath];
const asObject = ([script, path, more = {}]: Row) => ({ script, path, more });

describe("a file that a script names is an oracle (R001-19, R001-20)", () => {
  const rows: readonly Row[] = [
    ["node test.js", "test.js"],
    ["node run.js", "run.js"],
    ["node scripts/check.js", "scripts/check.js"],
    ["node ./scripts/check", "scripts/check.js"],
    ["node scripts", "scripts/index.js"],
    ["node .\\\\scripts\\\\check.js".replaceAll("\\\\", "\\"), "scripts/check.js"],
    ["./run-tests.sh", "run-tests.sh"],
    ["sh ./ci/all.sh", "ci/all.sh"],
    ["bash -e ci/all.sh", "ci/all.sh"],
    ["tsx tools/x.ts", "tools/x.ts"],
    ["bun run tools/x.ts", "tools/x.ts"],
    ["bun tools/x.ts", "tools/x.ts"],
    ["python3 tools/x.py", "tools/x.py"],
    ["tsc && node tools/x.js && echo ok", "tools/x.js"],
    ["(cd tools; node x.js)", "tools/x.js"],
    ["mocha -r ./boot.js", "boot.js"],
    ["mocha --require=./boot.js", "boot.js"],
    ["node --import ./boot.mjs --test", "boot.mjs"],
    ["node --loader ./boot.mjs --test", "boot.mjs"],
    ["NODE_OPTIONS=--require=./boot.js vitest run", "boot.js"],
    ["cross-env NODE_OPTIONS='--import ./boot.mjs' jest", "boot.mjs"],
    ["vitest run --config ./conf/unit.ts", "conf/unit.ts"],
    ["jest -c conf/jest.json", "conf/jest.json"],
    ["eslint --rulesdir rules/ -f ./rules/format.js src", "rules/format.js"],
    ["eslint --ignore-path conf/ignored src", "conf/ignored"],
    ["tsc -p conf/strict.json", "conf/strict.json"],
    ["node -e \"require('./checks/all')\"", "checks/all.js"],
    ["env-cmd -f conf/env node --test", "conf/env"],
    ["my-runner checks/list.txt", "checks/list.txt"],
    ["node checks/run.js", "checks/helper.js", { "checks/run.js": "require('./helper');" }],
    ["node checks/run.js", "checks/deep/one.js", { "checks/run.js": "import x from './deep/one.js'" }],
    [
      "node checks/run.js",
      "checks/three.js",
      { "checks/run.js": "import './two.js'", "checks/two.js": "import './three.js'" },
    ],
    ["node test.js", "test/cases.js", { "test.js": "require('./test/cases')" }],
    ["node test.js", "test-data.json", { "test.js": "readFileSync('test-data.json')" }],
    ["node scripts/a.js", "scripts/b.js", { "scripts/a.js": "spawnSync('node', ['scripts/b.js'])" }],
    ["node scripts/a.js", "ci/c.js", { "scripts/a.js": "execSync('node ci/c.js')" }],
    ["sh run.sh", "ci/c.js", { "run.sh": "#!/bin/sh\nset -e\nnode ci/c.js\n" }],
    ["sh ci/run.sh", "ci/c.js", { "ci/run.sh": 'cd "$(dirname "$0")"\nnode ./c.js\n' }],
    [
      "npm run unit",
      "checks/run.js",
      { "package.json": manifest({ test: "npm run unit", unit: "node checks/run.js" }) },
    ],
    ["x", "checks/run.js", { "package.json": manifest({ test: "x", posttest: "node checks/run.js" }) }],
  ];

  test.each(rows.map(asObject))("$script: $path", async ({ script, path, more }) => {
    expect(await touchedBy(named(script, path, more))).toEqual([
      expect.stringMatching(`^${path}: (namedByScript|test|toolConfig)$`),
    ]);
  });

  test("a chain of names that ends in itself ends", async () => {
    const files = {
      "package.json": manifest({ test: "npm run a", a: "npm run b && node checks/a.js", b: "npm run a" }),
      "checks/a.js": "import './b.js'",
      "checks/b.js": "import './a.js'",
    };
    expect(await touchedBy({ files, edits: { "checks/b.js": "new" } })).toEqual(["checks/b.js: namedByScript"]);
  });
});

describe("the product is no oracle: a fix must not be judged with its own old source", () => {
  const rows: readonly Row[] = [
    ["node src/index.js --self-test", "src/index.js"],
    ["node lib/main.js", "lib/main.js"],
    ["node dist/cli.js", "dist/cli.js"],
    ["node bin/tool.js --check", "bin/tool.js"],
    ["node cli.js --check", "cli.js", { "package.json": manifest({ test: "node cli.js" }, { bin: "./cli.js" }) }],
    ["node index", "index.js", { "package.json": manifest({ test: "node index" }, { main: "index" }) }],
    [
      "node tools/x.js",
      "tools/x.js",
      { "package.json": manifest({ test: "node tools/x.js" }, { exports: { "./x": "./tools/x.js" } }) },
    ],
    ["node test.js", "sum.js", { "test.js": "require('./sum')" }],
    ["node checks/run.js", "core/sum.js", { "checks/run.js": "require('../core/sum')" }],
    ["node checks/run.js core/sum.js", "core/sum.js", { "checks/run.js": "" }],
    ["node scripts/run.js index.js", "index.js", { "scripts/run.js": "" }],
    ["eslint index.js", "index.js"],
    ["eslint --fix index.js scripts2/a.js", "scripts2/a.js"],
    ["prettier --check README.md docs", "README.md"],
    ["tsc main.ts", "main.ts"],
    ["esbuild app.js --bundle", "app.js"],
    ["webpack ./entry.js", "entry.js"],
    ["cp index.js out.js", "index.js"],
    ["node test.js", "package-info.js", { "test.js": "// see package-info.js\nimport './package-info.js'" }],
  ];

  test.each(rows.map(asObject))("$script: $path", async ({ script, path, more }) => {
    expect(await touchedBy(named(script, path, more))).toEqual([]);
  });

  test.each([
    ["run", "node parser.js", "parser.js", []],
    ["run", "node core/parser.js --version", "core/parser.js", []],
    ["run", "node dist/cli.js --version", "dist/cli.js", []],
    ["run", "npm start", "server.js", []],
    ["run", "node smoke.js", "smoke.js", ["smoke.js: namedByScript"]],
    ["run", "node scripts/all.js", "scripts/all.js", ["scripts/all.js: namedByScript"]],
    ["run", "node checks/all.js", "checks/all.js", ["checks/all.js: namedByScript"]],
    ["testsPass", "node all.js", "all.js", ["all.js: namedByScript"]],
    ["buildPasses", "node build.js", "build.js", ["build.js: namedByScript"]],
    ["testsPass", "npx vitest run", "vitest.config.ts", ["vitest.config.ts: toolConfig"]],
    ["testsPass", "node src/all.js", "src/all.js", []],
    ["run", "npx tsc -p conf/x.json", "conf/x.json", ["conf/x.json: namedByScript"]],
  ] as const)("what the command of a %s check names: %s", async (kind, command, path, touched) => {
    const files = { "package.json": manifest({ start: "node server.js" }), [path]: "old", "src/b.js": "" };
    expect(await touchedBy({ files, edits: { [path]: "new" }, command, check: { kind } })).toEqual(touched);
  });

  test("what a linter's or a bundler's globs fit, and sources that are named like judges", async () => {
    const before = {
      "package.json": manifest({ test: "node test.js", lint: "biome ci ." }),
      "test.js": "require('./src/lint.js'); require('./verify.js'); run('src/checks/**');",
      "biome.json": '{ "plugins": [{ "includes": ["**/src/checks/**", "{src,test,bench}/**/*.ts"] }] }',
      "knip.json": '{ "project": ["{src,test,bench}/**/*.ts"], "entry": ["src/check.ts"] }',
      "vitest.config.ts": "export default { test: { include: ['test/**/*.test.ts'] }, x: '**/src/checks/**' };",
      "src/checks/run-checks.ts": "",
      "src/check.ts": "",
      "src/lint.js": "",
      "bench/main.ts": "",
      "verify.js": "",
    };
    const edits = Object.fromEntries(
      ["src/checks/run-checks.ts", "src/check.ts", "src/lint.js", "bench/main.ts", "verify.js"].map((path) => [
        path,
        "new",
      ]),
    );
    for (const command of ["npm test", "npm run lint", "npx vitest run"])
      expect(await touchedBy({ files: before, edits, command })).toEqual([]);
  });

  test("what the block calls its deliverable, unless that is a test", async () => {
    const change = {
      ...named("node scripts/migrate.js", "scripts/migrate.js"),
      deliverables: ["./scripts/migrate.js"],
    };
    expect(await touchedBy(change)).toEqual([]);
    const tests = { ...named("node --test", "test/a.js"), deliverables: ["test/a.js", "test", ".", ""] };
    expect(await touchedBy(tests)).toEqual(["test/a.js: test"]);
    const whole = {
      ...named("node test.js", "x.js"),
      edits: { "package.json": manifest({ test: "true" }) },
      deliverables: ["package.json"],
    };
    expect(await touchedBy(whole)).toEqual(["package.json: script"]);
  });

  test("entry points are the baseline's: nobody makes a script one by calling it so", async () => {
    const change = named("node scripts/check.js", "scripts/check.js");
    const edits = {
      ...change.edits,
      "package.json": manifest({ test: "node scripts/check.js" }, { main: "scripts/check.js" }),
    };
    expect(await touchedBy({ ...change, edits })).toEqual(["scripts/check.js: namedByScript"]);
  });

  test("a file that a script names and that was not there is the work's own", async () => {
    const files = { "package.json": manifest({ test: "node test.js && sh ci/all.sh" }) };
    expect(await touchedBy({ files, edits: { "test.js": "", "ci/all.sh": "" } })).toEqual([]);
  });
});
