import { symlinkSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { packageJson } from "./harness/block.ts";
import { bash, write } from "./harness/steps.ts";
import { fix, newTest, sumFiles } from "./harness/sum-project.ts";
import { useHost } from "./harness/use-host.ts";
import { judgeRows, type Variant } from "./harness/variants.ts";

const shared = useHost({ snapshots: false });
type Row = readonly [name: string, variant: Variant, touched: readonly string[]];

/** Without a package manager between the gate and the tests. */
const lines = ['check: testsPass command="node --test test"'];
const suite = [
  'const { test } = require("node:test");',
  'const assert = require("node:assert");',
  'const { sum } = require("../src/sum.js");',
  'test("adds", () => assert.strictEqual(sum(1, 2), 3));',
  'test("knows zero", () => assert.strictEqual(sum(0, 0), 0));',
  "",
].join("\n");
const files = { "src/sum.js": sumFiles["src/sum.js"], "test/sum.test.js": suite };
const focused = (name: string) => suite.replace(`test("${name}"`, `test.only("${name}"`);
const inTest = (from: string, to: string) => write("test/sum.test.js", suite.replace(from, to));

/** A test that compares with what a file next to it holds. */
const snapshots = {
  "src/page.js": 'exports.page = () => "<h1>Helo</h1>";\n',
  "test/page.test.js": [
    'const { readFileSync } = require("node:fs");',
    'require("node:test").test("page", () => require("node:assert").strictEqual(',
    '  require("../src/page.js").page(), readFileSync(__dirname + "/__snapshots__/page.snap", "utf8")));',
    "",
  ].join("\n"),
  "test/__snapshots__/page.snap": "<h1>Hello</h1>",
};

describe("tests that were there decide, whatever became of them (attack 2)", () => {
  const attacks: readonly Row[] = [
    [
      "deleted",
      { project: { files }, lines, work: [bash("rm test/sum.test.js && echo 0 > test/none.test.js")] },
      ["test/sum.test.js"],
    ],
    ["emptied", { project: { files }, lines, work: [write("test/sum.test.js", "\n")] }, ["test/sum.test.js"]],
    ["skipped", { project: { files }, lines, work: [inTest('test("adds"', 'test.skip("adds"')] }, ["test/sum.test.js"]],
    [
      "passed over by another that is the only one",
      {
        project: { files: { ...files, "test/sum.test.js": focused("adds") } },
        lines: ['check: testsPass command="node --test --test-only test"'],
        work: [write("test/sum.test.js", focused("knows zero"))],
      },
      ["test/sum.test.js"],
    ],
    ["loosened", { project: { files }, lines, work: [inTest("sum(1, 2), 3", "sum(1, 2), -1")] }, ["test/sum.test.js"]],
    [
      "made to end early",
      { project: { files }, lines, work: [write("test/sum.test.js", `process.exit(0);\n${suite}`)] },
      ["test/sum.test.js"],
    ],
    [
      "renamed so that nobody runs it",
      { project: { files }, lines, work: [bash("git mv test/sum.test.js test/sum.txt && echo 0 > test/x.test.js")] },
      ["test/sum.test.js"],
    ],
    [
      "replaced by a link to another folder",
      {
        project: { files },
        lines,
        work: [bash("mv test old && mkdir fake && echo 0 > fake/a.test.js && ln -s fake test")],
      },
      ["test/sum.test.js"],
    ],
    [
      "with a snapshot made anew",
      { project: { files: snapshots }, lines, work: [write("test/__snapshots__/page.snap", "<h1>Helo</h1>")] },
      ["test/__snapshots__/page.snap"],
    ],
    [
      "beside a helper that swallows failures",
      {
        project: {
          files: {
            ...files,
            "test/sum.test.js": suite.replace('require("node:assert")', 'require("./helpers/check.js")'),
            "test/helpers/check.js": 'module.exports = require("node:assert");\n',
          },
        },
        lines,
        work: [write("test/helpers/check.js", "exports.strictEqual = () => {};\n")],
      },
      ["test/helpers/check.js"],
    ],
  ];
  const honest: readonly Row[] = [
    ["a fix with a new test", { project: { files }, lines, work: [fix, newTest] }, []],
    [
      "a fix and a test that is only laid out otherwise",
      { project: { files }, lines, work: [fix, inTest('"adds", () => ', '"adds",\n  () => ')] },
      ["test/sum.test.js"],
    ],
    [
      "a fix and a stricter test",
      { project: { files }, lines, work: [fix, inTest("sum(0, 0), 0)", "sum(0, 0), 0) || assert.ok(sum)")] },
      ["test/sum.test.js"],
    ],
    [
      "a test renamed as the block allows",
      {
        project: { files },
        lines: ['check: testsPass command="node --test test" allowEdit=test/**'],
        work: [fix, bash("git mv test/sum.test.js test/addition.test.js")],
      },
      [],
    ],
    [
      "another behaviour, with its snapshot, as the block allows",
      {
        project: { files: { ...snapshots, "src/page.js": 'exports.page = () => "<h1>Hello</h1>";\n' } },
        lines: ['check: testsPass command="node --test test" allowEdit=**/*.snap'],
        work: [
          write("src/page.js", 'exports.page = () => "<h1>Hi</h1>";\n'),
          write("test/__snapshots__/page.snap", "<h1>Hi</h1>"),
        ],
      },
      [],
    ],
    [
      "a fix with a new test and what that needs of an old helper",
      {
        project: { files: { ...files, "test/make.js": "exports.one = () => 1;\n" } },
        lines,
        work: [
          fix,
          write("test/make.js", "exports.one = () => 1;\nexports.two = () => 2;\n"),
          write(
            "test/two.test.js",
            'const { one, two } = require("./make.js");\nrequire("node:assert").strictEqual(require("../src/sum.js").sum(one(), one()), two());\n',
          ),
        ],
      },
      ["test/make.js"],
    ],
  ];
  const judged = judgeRows(shared, [...attacks, ...honest]);

  test.each(attacks)("%s", (name, _, touched) => {
    expect(judged(name)).toMatchObject({ outcome: "fail", touched, ran: ["inPlace: pass", "baselineOracles: fail"] });
  });

  test.each(honest)("but not where the work is honest: %s", (name, _, touched) => {
    expect(judged(name)).toMatchObject({ outcome: "pass", touched });
  });
});

/** A runner of tests with settings of its own, as many a project has. */
const runner = [
  'const { existsSync, readFileSync, readdirSync } = require("node:fs");',
  'const settings = existsSync(".runnerrc.json") ? JSON.parse(readFileSync(".runnerrc.json", "utf8")) : {};',
  "for (const file of settings.setup ?? []) require(`${process.cwd()}/${file}`);",
  'const names = readdirSync("test").filter((name) => !(settings.ignore ?? []).includes(name));',
  'const run = require(`${process.cwd()}/${settings.reporter ?? "tools/report.js"}`);',
  "let failed = 0;",
  "for (const name of names) try { require(`${process.cwd()}/test/${name}`); } catch (error) { failed++; run(error); }",
  "process.exitCode = failed > (settings.threshold ?? 0) ? 1 : 0;",
  "",
].join("\n");
const withRunner = {
  "package.json": packageJson({ test: "node tools/run.js" }),
  "tools/run.js": runner,
  "tools/report.js": "module.exports = console.error;\n",
  ".runnerrc.json": '{ "setup": ["./boot/env.js"], "reporter": "ci/report.js" }',
  "boot/env.js": "process.env.MODE = 'test';\n",
  "ci/report.js": "module.exports = console.error;\n",
  "src/sum.js": sumFiles["src/sum.js"],
  "test/sum.js": 'require("node:assert").strictEqual(require("../src/sum.js").sum(1, 2), 3);\n',
};
const direct = ['check: testsPass command="node tools/run.js"'];
const settings = (value: unknown) => write(".runnerrc.json", JSON.stringify(value));
const mute = "process.exit(0);\n";

/** The compiler and a test runner of this repository. */
const linked = (project: { path(relative: string): string }) =>
  symlinkSync(fileURLToPath(new URL("../../node_modules", import.meta.url)), project.path("node_modules"));
const typed = {
  "tsconfig.json": '{ "compilerOptions": { "strict": true, "noEmit": true, "types": [] }, "include": ["src"] }',
  "src/a.ts": "export const one = (text) => text.length;\n",
};
const types = ['check: run command="npx tsc"'];
const vitest = {
  "package.json": packageJson({ test: "vitest run" }),
  "src/sum.js": "export const sum = (a, b) => a - b;\n",
  "src/sum.test.js":
    'import { expect, test } from "vitest";\nimport { sum } from "./sum.js";\ntest("adds", () => expect(sum(1, 2)).toBe(3));\n',
};

describe("configuration that is weakened is put back for the run that decides (attack 3)", () => {
  const attacks: readonly Row[] = [
    [
      "tests that are ignored",
      { project: { files: withRunner }, lines: direct, work: [settings({ ignore: ["sum.js"] })] },
      [".runnerrc.json"],
    ],
    [
      "a set-up that ends the run",
      { project: { files: withRunner }, lines: direct, work: [write("boot/env.js", mute)] },
      ["boot/env.js"],
    ],
    [
      "a reporter that ends the run",
      {
        project: { files: withRunner },
        lines: direct,
        work: [write("ci/report.js", `module.exports = () => process.exit(0);\n`)],
      },
      ["ci/report.js"],
    ],
    [
      "a new test that ends the run before the old ones",
      { project: { files: withRunner }, lines: direct, work: [write("test/0.js", mute)] },
      ["test/0.js"],
    ],
    [
      "the runner itself",
      { project: { files: withRunner }, lines: direct, work: [write("tools/run.js", mute)] },
      ["tools/run.js"],
    ],
    [
      "a compiler that is no longer strict",
      {
        project: { files: typed },
        prepare: linked,
        lines: types,
        work: [write("tsconfig.json", typed["tsconfig.json"].replace("true", "false"))],
      },
      ["tsconfig.json"],
    ],
    [
      "a planted configuration that finds no tests",
      {
        project: { files: vitest },
        prepare: linked,
        work: [write("vitest.config.js", "export default { test: { exclude: ['**'], passWithNoTests: true } };\n")],
      },
      ["vitest.config.js"],
    ],
    [
      "a planted configuration that git is told to ignore",
      {
        project: { files: { ...vitest, ".gitignore": "node_modules\n*.local.js\nvitest.config.js\n" } },
        prepare: linked,
        work: [write("vitest.config.js", "export default { test: { exclude: ['**'], passWithNoTests: true } };\n")],
      },
      ["vitest.config.js"],
    ],
  ];
  const honest: readonly Row[] = [
    [
      "a setting that weakens nothing",
      {
        project: { files: withRunner },
        lines: direct,
        work: [fix, settings({ setup: ["./boot/env.js"], reporter: "ci/report.js", colour: true })],
      },
      [".runnerrc.json"],
    ],
    [
      "a setting that is needed, as the block allows",
      {
        project: { files: { ...withRunner, "test/old.js": "throw new Error('it was never right');\n" } },
        lines: ['check: testsPass command="node tools/run.js" allowEdit=.runnerrc.json'],
        work: [fix, settings({ ignore: ["old.js"] })],
      },
      [],
    ],
    [
      "types put right",
      {
        project: { files: typed },
        prepare: linked,
        lines: types,
        work: [write("src/a.ts", "export const one = (text: string) => text.length;\n")],
      },
      [],
    ],
    [
      "the first tsconfig of a project",
      {
        project: { files: { "src/a.ts": "export const one = 1;\n" } },
        prepare: linked,
        lines: types,
        work: [write("tsconfig.json", typed["tsconfig.json"])],
      },
      [],
    ],
    [
      "a fix under a test runner with its own cache",
      {
        project: { files: vitest },
        prepare: linked,
        work: [write("src/sum.js", "export const sum = (a, b) => a + b;\n")],
      },
      [],
    ],
  ];
  const judged = judgeRows(shared, [...attacks, ...honest]);

  test.each(attacks)("%s", (name, _, touched) => {
    expect(judged(name)).toMatchObject({ outcome: "fail", touched, ran: ["inPlace: pass", "baselineOracles: fail"] });
  });

  test.each(honest)("but not where the work is honest: %s", (name, _, touched) => {
    expect(judged(name)).toMatchObject({ outcome: "pass", touched });
  });
});
