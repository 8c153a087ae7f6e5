import { describe, expect, it } from "vitest";
import { findCheckProblems } from "../../src/checks/preflight.ts";
import type { Dod } from "../../src/dod/dod.ts";
import { parse } from "../../src/dod/parse.ts";

const policy = { allow: [], inlineEval: true };

function dodsOf(...lines: string[]): readonly Dod[] {
  const { dods, problems } = parse(["[acceptance]", ...lines, "[/acceptance]"].join("\n"));
  expect(problems).toEqual([]);
  return dods;
}

describe("checks that can't be used", () => {
  it("are found all at once, each with its place (R002-19, attack 17)", async () => {
    const dods = dodsOf(
      'check: testsPass command="npm test; rm -rf /"',
      "check: fileExists path=a",
      'check: run command="make && ls"',
      'check: schemaMatch path=a.json schema={"tpye":"object"}',
    );
    const problems = await findCheckProblems(dods, policy);
    expect(problems.map(({ code, at }) => ({ code, at }))).toEqual([
      { code: "command", at: { line: 2, column: 1 } },
      { code: "command", at: { line: 4, column: 1 } },
      { code: "command", at: { line: 4, column: 1 } },
      { code: "schemaUnusable", at: { line: 5, column: 1 } },
    ]);
  });

  it("are none where every check is in order", async () => {
    const dods = dodsOf(
      "check: testsPass",
      'check: run command="npm run x" expect=ok',
      'check: schemaMatch path=a.json schema={"type":"object"}',
      "check: schemaMatch path=a.json schema=schema.json",
    );
    expect(await findCheckProblems(dods, policy)).toEqual([]);
  });

  it("are judged under the policy given", async () => {
    const dods = dodsOf('check: run command="node -e 1"', 'check: run command="make test"');
    expect(await findCheckProblems(dods, { allow: ["make"], inlineEval: true })).toEqual([]);
    const [first, second] = await findCheckProblems(dods, { allow: [], inlineEval: false });
    expect(first).toMatchObject({ code: "command", command: "node -e 1", problem: { code: "inlineEval" } });
    expect(second).toMatchObject({ code: "command", command: "make test", problem: { code: "notAllowed" } });
  });
});
