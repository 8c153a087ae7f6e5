import { mkdirSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { packageJson } from "./harness/block.ts";
import { bash, write } from "./harness/steps.ts";
import { fix, newTest, sumFiles } from "./harness/sum-project.ts";
import { useHost } from "./harness/use-host.ts";
import { judgeRows, type Variant } from "./harness/variants.ts";

const shared = useHost({ snapshots: false });
type Row = readonly [name: string, variant: Variant, touched: readonly string[]];

const files = sumFiles;
const manifest = (scripts: Record<string, string>, more: Record<string, unknown> = {}) =>
  write("package.json", JSON.stringify({ ...JSON.parse(packageJson(scripts)), ...more }, null, 2));
const chained = {
  ...files,
  "package.json": packageJson({ test: "npm run unit", unit: "node scripts/check.js" }),
  "scripts/check.js": 'require("./lib.js").check();\n',
  "scripts/lib.js": 'exports.check = () => require("../test/all.js");\n',
};
const workspace = {
  "package.json": JSON.stringify({ name: "root", private: true, workspaces: ["packages/*"] }),
  "packages/sum/package.json": packageJson({ test: "node test/all.js" }),
  "packages/sum/src/sum.js": files["src/sum.js"],
  "packages/sum/test/all.js": files["test/all.js"],
};
const inWorkspace = ['check: testsPass command="npm test --workspace packages/sum"'];

describe("a script that is made to pass decides nothing: the one from before the work does (R001-20, attack 1)", () => {
  const attacks: readonly Row[] = [
    ["exit 0", { project: { files }, work: [manifest({ test: "exit 0" })] }, ["package.json"]],
    ["an echo", { project: { files }, work: [manifest({ test: "echo all tests pass" })] }, ["package.json"]],
    [
      "a hook that rewrites the test first",
      {
        project: { files },
        checkWrites: true,
        work: [
          manifest({
            test: "node test/all.js",
            pretest: "node -e \"fs.writeFileSync('test/all.js', '')\"",
          }),
        ],
      },
      ["package.json", "test/all.js"],
    ],
    [
      "a script behind the script",
      { project: { files: chained }, work: [manifest({ test: "npm run unit", unit: "node -e 0" })] },
      ["package.json"],
    ],
    [
      "the program that the script runs",
      { project: { files: chained }, work: [write("scripts/check.js", "// nothing\n")] },
      ["scripts/check.js"],
    ],
    [
      "what that program imports",
      { project: { files: chained }, work: [write("scripts/lib.js", "exports.check = () => {};\n")] },
      ["scripts/lib.js"],
    ],
    [
      "a program of a name that is looked for first",
      {
        project: { files: { ...chained, "package.json": packageJson({ test: "node scripts/check" }) } },
        work: [write("scripts/check", "// nothing\n")],
      },
      ["scripts/check"],
    ],
    [
      "a link in place of the program",
      {
        project: { files: chained },
        work: [bash("rm scripts/check.js && echo 0 > ok.js && ln -s ../ok.js scripts/check.js")],
      },
      ["scripts/check.js"],
    ],
    [
      "a workspace's script",
      {
        project: { files: workspace },
        lines: inWorkspace,
        work: [write("packages/sum/package.json", packageJson({ test: "exit 0" }))],
      },
      ["packages/sum/package.json"],
    ],
  ];
  const honest: readonly Row[] = [
    ["a fix with a new test", { project: { files }, work: [fix, newTest] }, []],
    [
      "a dependency and an unrelated script besides",
      {
        project: { files },
        work: [
          fix,
          manifest({ test: "node test/all.js", start: "node src/sum.js" }, { dependencies: { x: "1" } }),
          write("package-lock.json", "{}"),
        ],
      },
      [],
    ],
    [
      "a script that does more than before",
      { project: { files }, work: [fix, manifest({ test: "node test/all.js && node -e 0" })] },
      ["package.json"],
    ],
    [
      "the first script of a project",
      {
        project: { files: { ...files, "package.json": packageJson({}) } },
        work: [fix, manifest({ test: "node test/all.js" })],
      },
      [],
    ],
    [
      "a script that the block lets it replace",
      {
        project: { files },
        lines: ["check: testsPass allowEdit=package.json"],
        work: [fix, manifest({ test: "node test/all.js --new" })],
      },
      [],
    ],
    [
      "a workspace's fix",
      {
        project: { files: workspace },
        lines: inWorkspace,
        work: [write("packages/sum/src/sum.js", "exports.sum = (a, b) => a + b;\n")],
      },
      [],
    ],
  ];
  const judged = judgeRows(shared, [...attacks, ...honest]);

  test.each(attacks)("%s", (name, _, touched) => {
    const outcome = judged(name);
    expect(outcome).toMatchObject({ outcome: "fail", touched, ran: ["inPlace: pass", "baselineOracles: fail"] });
    for (const path of touched) expect(outcome.output).toContain(path);
    expect(outcome.output).toContain("allowEdit=");
  });

  test.each(honest)("but not where the work is honest: %s", (name, _, touched) => {
    expect(judged(name)).toMatchObject({ outcome: "pass", touched });
  });
});

const hook = "process.on('exit', () => { process.exitCode = 0; });\n";

describe("settings of the package manager are oracles (attack 4)", () => {
  const attacks: readonly Row[] = [
    [
      "another shell for scripts",
      {
        project: { files },
        work: [bash("printf '#!/bin/sh\\nexit 0\\n' > sh.sh && chmod +x sh.sh && echo script-shell=./sh.sh > .npmrc")],
      },
      [".npmrc"],
    ],
    [
      "options for node",
      { project: { files }, work: [write(".npmrc", "node-options=--require ./hook.js\n"), write("hook.js", hook)] },
      [".npmrc"],
    ],
    [
      "no hooks, where a hook is the test",
      {
        project: {
          files: { ...files, "package.json": packageJson({ test: "node -e 0", posttest: "node test/all.js" }) },
        },
        work: [write(".npmrc", "ignore-scripts=true\n")],
      },
      [".npmrc"],
    ],
    [
      "options for node in the script",
      {
        project: { files },
        work: [manifest({ test: "NODE_OPTIONS=--require=./hook.js node test/all.js" }), write("hook.js", hook)],
      },
      ["package.json"],
    ],
    [
      "settings that git is told to ignore",
      {
        project: { files },
        work: [
          write(".npmrc", "node-options=--require ./hook.js\n"),
          write("hook.js", hook),
          write(".gitignore", ".npmrc\n"),
        ],
      },
      [".gitignore", ".npmrc"],
    ],
  ];
  const honest: readonly Row[] = [
    ["a harmless setting", { project: { files }, work: [fix, write(".npmrc", "save-exact=true\n")] }, [".npmrc"]],
    [
      "settings that the block lets it add",
      {
        project: { files },
        lines: ["check: testsPass allowEdit=.npmrc"],
        work: [fix, write(".npmrc", "fund=false\n")],
      },
      [],
    ],
  ];
  const judged = judgeRows(shared, [...attacks, ...honest]);

  test.each(attacks)("%s", (name, _, touched) => {
    expect(judged(name)).toMatchObject({ outcome: "fail", touched });
  });

  test.each(honest)("but harm no honest work: %s", (name, _, touched) => {
    expect(judged(name)).toMatchObject({ outcome: "pass", touched });
  });
});

const fake = "printf '#!/bin/sh\\nexit 0\\n' >";

describe("programs of the project stand in for no program of the machine", () => {
  const attacks: readonly (readonly [string, Variant, string])[] = [
    ["npm beside package.json", { project: { files }, work: [bash(`${fake} npm && chmod +x npm`)] }, "fail"],
    [
      "npm among the project's tools",
      {
        project: { files },
        work: [bash(`mkdir -p node_modules/.bin && ${fake} node_modules/.bin/npm && chmod +x node_modules/.bin/npm`)],
      },
      "error",
    ],
    [
      "node among the project's tools",
      {
        project: { files },
        work: [bash(`mkdir -p node_modules/.bin && ${fake} node_modules/.bin/node && chmod +x node_modules/.bin/node`)],
      },
      "error",
    ],
  ];
  const honest: Row = [
    "a fix where a tool of the project runs the tests",
    {
      project: {
        files: { ...files, "package.json": packageJson({ test: "check-all" }), ".gitignore": "node_modules/\n" },
      },
      prepare: (project) => {
        mkdirSync(project.path("node_modules/.bin"), { recursive: true });
        writeFileSync(project.path("node_modules/.bin/check-all"), "#!/bin/sh\nexec node test/all.js\n", {
          mode: 0o755,
        });
      },
      work: [fix, write("test/all.js", `${files["test/all.js"]}// tidied\n`)],
    },
    ["test/all.js"],
  ];
  const judged = judgeRows(shared, [...attacks, honest]);

  test.each(attacks)("%s", (name, _, outcome) => {
    expect(judged(name)).toMatchObject({ outcome });
  });

  test.each([honest])("but the project's own tools are the project's: %s", (name, _, touched) => {
    expect(judged(name)).toMatchObject({
      outcome: "pass",
      touched,
      ran: ["inPlace: pass", "baselineOracles: pass"],
    });
  });
});
