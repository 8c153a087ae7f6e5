import { packageJson } from "./block.ts";
import type { ProjectOptions } from "./project.ts";

/** A block, the tree that it is about, and what every way into the gate says of the two. */
export interface VerdictCase extends Pick<ProjectOptions, "files" | "gate" | "git"> {
  readonly name: string;
  readonly lines: readonly string[];
  readonly outcome: "pass" | "fail" | "error";
  /** What its reasons hold. */
  readonly because?: string;
}

const schema = '{"type":"object","required":["port"]}';

export const verdictCases: readonly VerdictCase[] = [
  { name: "a command that exits 0", lines: ['check: run command="node -e 0"'], outcome: "pass" },
  {
    name: "a command that exits 3",
    lines: ['check: run command="node -e process.exit(3)"'],
    outcome: "fail",
    because: "exited 3",
  },
  {
    name: "an expected text that is printed",
    files: { "say.js": 'console.log("the answer is 42")' },
    lines: ['check: run command="node say.js" expect="is 42"'],
    outcome: "pass",
  },
  {
    name: "an expected text that is only in npm's echo of the script",
    files: { "package.json": packageJson({ say: 'node -e "0" all-is-well' }) },
    lines: ['check: run command="npm run say" expect="all-is-well"'],
    outcome: "fail",
    because: "does not hold",
  },
  {
    name: "tests, a build and a lint that pass",
    files: { "package.json": packageJson({ test: "node -e 0", build: "node -e 0", lint: "node -e 0" }) },
    lines: ["check: testsPass", "check: buildPasses", "check: lintClean"],
    outcome: "pass",
  },
  {
    name: "tests that fail, with their output",
    files: { "package.json": packageJson({ test: "node -e \"console.log('not ok 7'); process.exit(1)\"" }) },
    lines: ["check: testsPass", "check: fileExists path=package.json"],
    outcome: "fail",
    because: "exited 1",
  },
  {
    name: "a run that counts no test",
    files: { "package.json": packageJson({ test: "node --test --test-reporter=tap" }) },
    lines: ["check: testsPass"],
    outcome: "fail",
    because: "no test was run",
  },
  {
    name: "npm's placeholder for a test script",
    files: { "package.json": packageJson({ test: 'echo "Error: no test specified" && exit 1' }) },
    lines: ["check: testsPass"],
    outcome: "fail",
    because: "(none configured)",
  },
  {
    name: "no package.json at all",
    lines: ["check: buildPasses"],
    outcome: "fail",
    because: "(none configured)",
  },
  {
    name: "a program that is not installed",
    gate: { commands: { allow: ["no-such-tool"] } },
    lines: ["check: run command=no-such-tool", 'check: run command="node -e 0"'],
    outcome: "error",
    because: '"no-such-tool" is not installed',
  },
  {
    name: "a script whose program is not installed",
    files: { "package.json": packageJson({ test: "no-such-runner" }) },
    lines: ["check: testsPass"],
    outcome: "error",
    because: '"no-such-runner" is not installed',
  },
  {
    name: "a failure beside what could not be judged",
    gate: { commands: { allow: ["no-such-tool"] } },
    lines: ["check: run command=no-such-tool", "check: fileExists path=none.txt"],
    outcome: "fail",
    because: "file not found",
  },
  {
    name: "a command that runs into the time limit",
    gate: { verify: { checkTimeoutMs: 800 } },
    lines: ['check: run command="node -e setTimeout(Object,60000)"'],
    outcome: "fail",
    because: "time limit of 800ms",
  },
  {
    name: "a gate that runs out of its budget",
    gate: { verify: { gateBudgetMs: 700 } },
    lines: ['check: run command="node -e setTimeout(Object,60000)"'],
    outcome: "fail",
    because: "verification gate timed out after 700ms",
  },
  {
    name: "files that are there and hold the text, and one that is made by a command above",
    files: { "a.txt": "hello", "make.js": 'require("node:fs").writeFileSync("out.txt", "made")' },
    lines: [
      'check: run command="node make.js"',
      "check: fileExists path=a.txt",
      "check: fileContains path=a.txt text=hell",
      "check: fileContains path=out.txt text=made",
    ],
    outcome: "pass",
  },
  {
    name: "a file without the text, and one that is not there",
    files: { "a.txt": "hello" },
    lines: ["check: fileContains path=a.txt text=bye", "check: fileExists path=b.txt"],
    outcome: "fail",
    because: 'the text "bye" is not',
  },
  {
    name: "JSON that matches its schema",
    files: { "config.json": '{ "port": 80 }' },
    lines: [`check: schemaMatch path=config.json schema=${schema}`],
    outcome: "pass",
  },
  {
    name: "JSON that doesn't",
    files: { "config.json": "{}" },
    lines: [`check: schemaMatch path=config.json schema=${schema}`],
    outcome: "fail",
    because: "does not match its schema",
  },
  {
    name: "a schema that can't be used, in a file",
    files: { "config.json": "{}", "schema.json": '{ "typ": "object" }' },
    lines: ["check: schemaMatch path=config.json schema=schema.json"],
    outcome: "error",
    because: "has a schema that can't be used",
  },
  {
    name: "a file that a later command removes again",
    files: { "a.txt": "", "remove.js": 'setTimeout(() => require("node:fs").unlinkSync("a.txt"), 400)' },
    lines: ["check: fileExists path=a.txt", 'check: run command="node remove.js"'],
    outcome: "fail",
    because: "file not found",
  },
  {
    name: "criteria beside checks that pass",
    lines: ['check: run command="node -e 0"', "criteria: It is nice."],
    outcome: "pass",
  },
  {
    name: "criteria that commands of the project decide",
    gate: {
      projectChecks: [
        { criterion: "It is nice.", command: "node -e 0" },
        { criterion: "It is short.", command: "node -e process.exit(5)" },
      ],
    },
    lines: ["criteria: It is nice.", "criteria: It is short."],
    outcome: "fail",
    because: "exited 5",
  },
  {
    name: "a project without git",
    git: "none",
    files: { "package.json": packageJson({ test: "node -e 0" }) },
    lines: ["check: testsPass", "check: fileExists path=package.json"],
    outcome: "pass",
  },
  {
    name: "commands that the configuration names",
    gate: { commands: { test: "node -e process.exit(4)" } },
    lines: ["check: testsPass"],
    outcome: "fail",
    because: "`node -e process.exit(4)` exited 4",
  },
  {
    name: "a criterion that the project binds to a command which passes",
    files: { "package.json": packageJson({ verify: "node -e 0" }) },
    gate: { projectChecks: [{ criterion: "It is verified.", command: "npm run verify" }] },
    lines: ["criteria: It is verified."],
    outcome: "pass",
  },
  {
    name: "a criterion that the project binds to a command which fails",
    files: { "package.json": packageJson({ verify: "node -e process.exitCode=5" }) },
    gate: { projectChecks: [{ criterion: "It is verified.", command: "npm run verify" }] },
    lines: ["criteria: It is verified.", "criteria: It is polite."],
    outcome: "fail",
    because: 'projectCheck "It is verified.": `npm run verify` exited 5',
  },
  {
    name: "a project check whose script isn't committed",
    files: { "package.json": "{}" },
    gate: { projectChecks: [{ criterion: "It is verified.", command: "npm run verify" }] },
    lines: ['check: run command="node -e 0"'],
    outcome: "error",
    because: 'has no script "verify"',
  },
  {
    name: "a configuration that can't be used",
    gate: { verfy: {} },
    lines: ['check: run command="node -e 0"'],
    outcome: "error",
    because: "configuration can't be used",
  },
  // With `preflight: warn` the plugin, too, lets the work begin and reports what is wrong with the block afterwards.
  {
    name: "a command that the policy refuses",
    gate: { verify: { preflight: "warn" } },
    lines: ['check: run command="rm -rf x"', 'check: run command="node -e 0"'],
    outcome: "error",
    because: '"rm" is not an allowed program',
  },
  {
    name: "a typo in the block",
    gate: { verify: { preflight: "warn" } },
    lines: ["check: tetsPass"],
    outcome: "error",
    because: 'did you mean "testsPass"?',
  },
];
