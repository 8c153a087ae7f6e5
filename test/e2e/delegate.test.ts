import { describe, expect, test } from "vitest";
import { packageJson } from "./harness/block.ts";
import { textOf, toolResults } from "./harness/scripted-model.ts";
import { say, write } from "./harness/steps.ts";
import { threeTiers } from "./harness/tiers.ts";
import { useHost } from "./harness/use-host.ts";

const shared = useHost();

const suite = [
  'const { readFileSync } = require("node:fs");',
  "for (let i = 0; i < 300; i++) console.log(`ok ${i}`);",
  'if (readFileSync("sum.js", "utf8").includes("a + b")) process.exit(0);',
  'console.log("not ok 301 - adds two numbers");',
  'console.error("AssertionError: expected 3, got -1");',
  "process.exit(1);",
].join("\n");
const files = { "package.json": packageJson({ test: "node test.js" }), "test.js": suite };
const wrong = [write("sum.js", "module.exports = (a, b) => a - b;"), say("I wrote sum.js, wrongly.")];
const right = [write("sum.js", "module.exports = (a, b) => a + b;"), say("I wrote sum.js, rightly.")];
const prompt = "Write sum.js.";
const acceptance = "check: fileExists path=sum.js changed=true\ncheck: testsPass";

describe("the delegate tool gives back what was accepted, or says that nothing was (R002-49)", () => {
  test("accepted at the first attempt", async () => {
    const project = shared.project({ files, gate: threeTiers });
    const { output, metadata, part, requests, producer, caller } = await project.viaDelegate({
      prompt,
      acceptance,
      producers: [right],
    });
    expect(output).toMatch(
      /^I wrote sum\.js, rightly\.\n\n\[dod-gate ✓ accepted: deterministic\] 2 checks passed\n\[dod-gate scorecard\] accepted: deterministic · final tier fast · 1 attempt · 0 escalations · cost 1 × the first attempt's$/,
    );
    expect(metadata).toMatchObject({
      dodGate: { outcome: "pass", pass: true, status: "accepted", dodSource: "explicit" },
      scorecard: { status: "accepted", attempts: 1, escalations: 0, tier: "fast" },
    });
    expect(part.state).toMatchObject({ title: "accepted · 1 attempt" });
    expect(requests.map(({ model }) => model)).toEqual(["fast", "fast"]);
    const session = await project.client.session.get({ path: { id: producer ?? "" } });
    expect(session.data).toMatchObject({ parentID: caller, title: "Write sum.js. (@general subagent)" });
  });

  test("fails, then passes one tier up: the second producer is told the failing test's last lines (R000-26)", async () => {
    const project = shared.project({ files, gate: threeTiers });
    const { output, metadata, requests, conversation } = await project.viaDelegate({
      prompt,
      acceptance,
      producers: [wrong, right],
    });
    expect(output).toContain("[dod-gate ✓ accepted: deterministic] 2 checks passed");
    expect(output).toContain("final tier medium · 2 attempts · 1 escalation · cost 6 × the first attempt's");
    expect(output).toContain("rightly");
    expect(requests.map(({ model }) => model)).toEqual(["fast", "fast", "medium", "medium"]);
    expect(conversation.sessions).toHaveLength(2);
    const second = requests[2]?.messages
      .filter(({ role }) => role === "user")
      .map(textOf)
      .join("\n");
    expect(second).toContain("Write sum.js.");
    expect(second).toContain("check: testsPass");
    expect(second).toContain("not ok 301 - adds two numbers");
    expect(second).toContain("AssertionError: expected 3, got -1");
    expect(metadata).toMatchObject({
      dodGate: { pass: true, attempts: [{ tier: "fast", verdict: { outcome: "fail" } }, { tier: "medium" }] },
    });
  });

  test("what an earlier attempt left is part of the work that a later one hands in", async () => {
    const project = shared.project({ files, gate: threeTiers });
    const { output } = await project.viaDelegate({
      prompt,
      acceptance: `${acceptance}\ncheck: fileExists path=notes.md changed=true`,
      producers: [[write("notes.md", "Notes."), ...wrong], right],
    });
    expect(output).toContain("[dod-gate ✓ accepted: deterministic] 3 checks passed");
  });

  test("never passes: unmet after every tier, with every reason and the best text (R000-24, R000-30, R004-16)", async () => {
    const project = shared.project({ files, gate: threeTiers });
    const { output, metadata, requests } = await project.viaDelegate({
      prompt,
      acceptance,
      producers: [wrong, wrong, wrong],
    });
    expect(output).toMatch(/^\[dod-gate status: unmet\] not accepted after 3 attempts: no tier is left to try\n/);
    expect(output).not.toContain("✓");
    for (const tier of ["fast", "medium", "heavy"])
      expect(output).toMatch(new RegExp(`^attempt \\d \\(${tier}, ses_`, "m"));
    expect(output).toContain("not ok 301");
    expect(output).toContain("I wrote sum.js, wrongly.");
    expect(output).toMatch(
      /\[dod-gate scorecard\] unmet: deterministic · final tier heavy · 3 attempts · 2 escalations · cost 26 × the first attempt's$/,
    );
    expect(metadata).toMatchObject({
      dodGate: { outcome: "fail", pass: false, status: "unmet", attempts: Array(3).fill({ verdict: { pass: false } }) },
      scorecard: { status: "unmet", attempts: 3, escalations: 2, tier: "heavy", cost: { amount: 26 } },
    });
    expect(requests.map(({ model }) => model)).toEqual(["fast", "fast", "medium", "medium", "heavy", "heavy"]);
  });

  test("without a preset there are two attempts on the caller's own model", async () => {
    const project = shared.project({ files });
    const { output, requests } = await project.viaDelegate({ prompt, acceptance, producers: [wrong, right] });
    expect(output).toContain("[dod-gate ✓ accepted");
    expect(output).toContain("the caller's own model · 2 attempts");
    expect(new Set(requests.map(({ model }) => model))).toEqual(new Set(["model"]));
  });

  test("the calling model is offered it with one argument required", async () => {
    const project = shared.project({ files });
    await project.viaDelegate({ prompt, acceptance, producers: [right] });
    const offer = shared.host.model.requests[0]?.tools.find((tool) => tool.function.name === "delegate");
    expect(offer?.function.parameters).toMatchObject({
      type: "object",
      required: ["prompt"],
      properties: { acceptance: { type: "string" }, tier: { enum: ["fast", "medium", "heavy"] } },
    });
    expect(offer?.function.description).toContain("verified by the host");
    expect(toolResults(shared.host.model.requests.at(-1) ?? never())).toHaveLength(1);
  });
});

function never(): never {
  throw new Error("the test's own assumption does not hold");
}
