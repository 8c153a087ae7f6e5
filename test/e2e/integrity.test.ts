import { describe, expect, test } from "vitest";
import { packageJson, promptWith } from "./harness/block.ts";
import { bash, say, write } from "./harness/steps.ts";
import { useHost } from "./harness/use-host.ts";

const shared = useHost();

/** A product with a bug, and a suite that finds it. */
const files = {
  "package.json": packageJson({ test: "node --test test/" }),
  "src/add.js": "exports.add = (a, b) => a - b;\n",
  "test/add.test.js": [
    'const { test } = require("node:test");',
    'const assert = require("node:assert");',
    'const { add } = require("../src/add.js");',
    'test("adds", () => assert.strictEqual(add(1, 2), 3));',
    "",
  ].join("\n"),
};
const fixed = "exports.add = (a, b) => a + b;\n";
const prompt = (...lines: string[]) => promptWith("Fix the sum.", ...lines);

function stateOf(project: ReturnType<typeof shared.project>) {
  return {
    index: project.git("ls-files", "--stage", "--debug"),
    stash: project.git("stash", "list"),
    refs: project.git("for-each-ref"),
    worktrees: project.git("worktree", "list"),
    objects: project.git("count-objects", "-v"),
  };
}

describe("the producer can't move the goalposts", () => {
  test("an honest fix is judged in place, once", async () => {
    const project = shared.project({ files });
    const before = stateOf(project);
    const { output, metadata } = await project.delegate({
      prompt: prompt("check: testsPass"),
      producer: [write("src/add.js", fixed), say("Fixed.")],
    });
    expect(output).toContain("[dod-gate ✓ accepted: deterministic] 1 check passed");
    expect(output).not.toContain("- note:");
    expect(metadata["dodGate"]).toMatchObject({
      integrity: {
        baseline: expect.stringMatching(/^[0-9a-f]{40}$/),
        candidate: expect.stringMatching(/^[0-9a-f]{40}$/),
        patchHash: expect.stringMatching(/^[0-9a-f]{64}$/),
        touched: [],
        ran: [{ kind: "testsPass", command: "npm test", where: "inPlace", outcome: "pass", exitCode: 0 }],
      },
    });
    expect(stateOf(project)).toEqual(before);
    expect(project.git("status", "--porcelain")).toBe(" M src/add.js\n");
  });

  test.each([
    ["its script replaced", [write("package.json", packageJson({ test: "exit 0" }))], "package.json"],
    ["its test deleted", [bash("rm test/add.test.js && echo '' > test/none.test.js")], "test/add.test.js"],
    [
      "its assertion loosened",
      [write("test/add.test.js", 'require("node:test").test("adds", () => {});')],
      "test/add.test.js",
    ],
  ])("a suite with %s does not make the work pass (R001-20)", async (_, steps, path) => {
    const project = shared.project({ files });
    const before = stateOf(project);
    const { output, metadata } = await project.delegate({
      prompt: prompt("check: testsPass"),
      producer: [...steps, say("Fixed.")],
    });
    expect(output).toContain("[dod-gate ✗ NOT ACCEPTED]");
    expect(output).toContain("with the tests and configuration from before the work it exited 1");
    expect(output).toContain(path);
    expect(output).toContain("allowEdit=");
    expect(metadata["dodGate"]).toMatchObject({
      integrity: { touched: [{ path }], ran: [{ where: "inPlace" }, { where: "baselineOracles", outcome: "fail" }] },
    });
    expect(stateOf(project)).toEqual(before);
  });

  test("an honest fix that also changes a test is accepted, and the caller reads what had been changed", async () => {
    const project = shared.project({ files });
    const reworded = files["test/add.test.js"].replace('"adds"', '"adds two numbers"');
    const { output } = await project.delegate({
      prompt: prompt("check: testsPass"),
      producer: [write("src/add.js", fixed), write("test/add.test.js", reworded), say("Fixed.")],
    });
    expect(output).toContain("[dod-gate ✓ accepted: deterministic] 1 check passed");
    expect(output).toContain("test/add.test.js (modified, test)");
  });

  test("a change of a test that the block allows decides by itself", async () => {
    const project = shared.project({ files });
    const { output } = await project.delegate({
      prompt: prompt("check: testsPass allowEdit=test/**"),
      producer: [write("test/add.test.js", files["test/add.test.js"].replace("3", "-1")), say("The sum is right.")],
    });
    expect(output).toContain("[dod-gate ✓ accepted: deterministic] 1 check passed");
    expect(output).toContain("changed, as allowEdit lets it: test/add.test.js");
  });
});

describe("failToPass", () => {
  const second = files["test/add.test.js"].replace('"adds"', '"adds more"').replace("add(1, 2), 3", "add(2, 2), 4");

  test("a fix with a test that fails without it is accepted", async () => {
    const project = shared.project({ files: { ...files, "test/add.test.js": "" } });
    const { output, metadata } = await project.delegate({
      prompt: prompt("check: testsPass failToPass=true"),
      producer: [write("src/add.js", fixed), write("test/more.test.js", second), say("Fixed.")],
    });
    expect(output).toContain("[dod-gate ✓ accepted: deterministic] 1 check passed");
    expect(metadata["dodGate"]).toMatchObject({
      integrity: { ran: [{ where: "inPlace" }, { where: "withoutChange", outcome: "fail", exitCode: 1 }] },
    });
  });

  test("a test that passes without the change proves nothing", async () => {
    const project = shared.project({ files: { ...files, "src/add.js": fixed } });
    const { output } = await project.delegate({
      prompt: prompt("check: testsPass failToPass=true"),
      producer: [write("src/other.js", "1;"), write("test/more.test.js", second), say("Fixed.")],
    });
    expect(output).toContain("[dod-gate ✗ NOT ACCEPTED]");
    expect(output).toContain("it also passes without the change");
  });
});
