import { describe, expect, test } from "vitest";
import { packageJson } from "./harness/block.ts";
import { write } from "./harness/steps.ts";
import { fix, sumFiles } from "./harness/sum-project.ts";
import { useHost } from "./harness/use-host.ts";
import { judgeRows, type Variant } from "./harness/variants.ts";

const shared = useHost({ snapshots: false });
type Row = readonly [name: string, variant: Variant, touched: readonly string[]];

const criterion = "All sums are right.";
const check = { criterion, command: "node scripts/verify.js", oraclePaths: ["data/expected.json"] };
const files = {
  ...sumFiles,
  "scripts/verify.js": [
    'const { sum } = require("../src/sum.js");',
    'const { one, two } = require("../data/expected.json");',
    'require("node:assert").strictEqual(sum(one, one), two);',
    "",
  ].join("\n"),
  "data/expected.json": '{ "one": 1, "two": 2 }\n',
};
const bound: Variant["project"] = { files, gate: { projectChecks: [check] } };
const byScript: Variant["project"] = {
  files: { ...files, "package.json": packageJson({ verify: "node scripts/verify.js" }) },
  gate: { projectChecks: [{ criterion, command: "npm run verify" }] },
};
/** A test that compares with what only the configuration knows to decide. */
const declared: Variant["project"] = {
  files: { ...files, "test/all.js": files["scripts/verify.js"] },
  gate: { integrity: { oracles: ["data/**"] } },
};
const lines = [`criteria: ${criterion}`];
const direct = ['check: testsPass command="node test/all.js"'];
const configuration = (value: unknown) => write(".opencode/dod-gate.jsonc", JSON.stringify(value));
const wrong = write("data/expected.json", '{ "one": 1, "two": 0 }\n');

describe("what the project has configured decides as it was, not as the work leaves it", () => {
  const attacks: readonly Row[] = [
    [
      "the command replaced",
      { project: bound, lines, work: [configuration({ projectChecks: [{ criterion, command: "node -v" }] })] },
      [],
    ],
    [
      "the gate switched off",
      { project: { files }, lines: direct, work: [configuration({ verify: { require: "never" } })] },
      [],
    ],
    ["the configuration broken", { project: bound, lines, work: [write(".opencode/dod-gate.jsonc", "{")] }, []],
    [
      "the program of the command",
      { project: bound, lines, work: [write("scripts/verify.js", "// Nothing.\n")] },
      ["scripts/verify.js"],
    ],
    ["a file that is declared to decide", { project: bound, lines, work: [wrong] }, ["data/expected.json"]],
    [
      "the script of the command",
      { project: byScript, lines, work: [write("package.json", packageJson({ verify: "node -e 0" }))] },
      ["package.json"],
    ],
    [
      "a file that the configuration lists, and the list",
      { project: declared, lines: direct, work: [wrong, configuration({ integrity: { oracles: [] } })] },
      ["data/expected.json"],
    ],
  ];
  const honest: readonly Row[] = [
    ["a fix", { project: bound, lines, work: [fix] }, []],
    ["a fix under a script", { project: byScript, lines, work: [fix] }, []],
    [
      "a fix, and a stricter program",
      { project: bound, lines, work: [fix, write("scripts/verify.js", `${files["scripts/verify.js"]}// Tidied.\n`)] },
      ["scripts/verify.js"],
    ],
    [
      "a fix, and another configuration for next time",
      {
        project: bound,
        lines,
        work: [fix, configuration({ projectChecks: [check], verify: { checkTimeoutMs: 5000 } })],
      },
      [],
    ],
  ];
  const judged = judgeRows(shared, [...attacks, ...honest]);

  test.each(attacks)("%s (attack 16)", (name, _, touched) => {
    expect(judged(name)).toMatchObject({ outcome: "fail", touched });
  });

  test.each(honest)("but not where the work is honest: %s", (name, _, touched) => {
    expect(judged(name)).toMatchObject({ outcome: "pass", touched });
  });

  test.each(["the command replaced", "the configuration broken", "a fix, and another configuration for next time"])(
    "an edited configuration is reported: %s",
    (name) => {
      expect(judged(name).output).toContain(".opencode/dod-gate.jsonc was edited since OpenCode opened the project");
    },
  );
});
