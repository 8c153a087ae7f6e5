import { describe, expect, test, vi } from "vitest";
import { packageJson, promptWith } from "./harness/block.ts";
import { textOf } from "./harness/scripted-model.ts";
import { edit, later, say, task, write } from "./harness/steps.ts";
import { awaitMessages, pluginMessages, settle } from "./harness/turn.ts";
import { useHost } from "./harness/use-host.ts";

// A turn is several of the host's own, which take their time on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const shared = useHost();

const suite = [
  'const { readFileSync } = require("node:fs");',
  'if (readFileSync("sum.js", "utf8").includes("a + b")) process.exit(0);',
  'console.log("not ok 1 - adds two numbers");',
  "process.exit(1);",
].join("\n");
const files = {
  "package.json": packageJson({ test: "node test.js" }),
  "test.js": suite,
  "sum.js": "module.exports = (a, b) => a - b;\n",
};
const fixed = edit("sum.js", "a - b", "a + b");
const checks = ["check: testsPass", "check: fileExists path=sum.js changed=true"];
const prompt = promptWith("Make sum.js add.", ...checks);

describe("a block in the user's own prompt gates the turn", () => {
  test("honest work is accepted: a note that triggers no model call, which the next turn's model reads", async () => {
    const project = shared.project({ files });
    const { model } = shared.host;
    model.conversation(prompt, [fixed, say("It adds."), say("You are welcome.")]);
    const session = await project.session();
    await project.prompt(session, prompt);
    const [note] = await awaitMessages(project, session, 1);
    expect(note?.shown).toBe("[dod-gate ✓ accepted: deterministic] 2 checks passed");
    expect(note?.record).toMatchObject({
      version: 1,
      wiring: "turn",
      status: "accepted",
      outcome: "pass",
      pass: true,
      dodSource: "explicit",
      fixes: 0,
    });
    await settle(project);
    expect(model.requests).toHaveLength(2);
    await project.prompt(session, "Thank you.");
    const read = model.requests.at(-1)?.messages.map(textOf) ?? [];
    expect(read.filter((text) => text.includes("[dod-gate ✓ accepted"))).toHaveLength(1);
    await settle(project);
    expect(await pluginMessages(project, session)).toHaveLength(1);
  });

  test("a lie gets its note, goes back once with the failing output, is put right and accepted", async () => {
    const project = shared.project({ files });
    const { model } = shared.host;
    model.conversation(prompt, [say("It adds already."), fixed, say("Now it does.")]);
    const session = await project.session();
    await project.prompt(session, prompt);
    const [first, second] = await awaitMessages(project, session, 2);
    expect(first?.shown).toMatch(
      /^\[dod-gate ✗ NOT ACCEPTED\] 2 of 2 checks failed\n- testsPass: `npm test` exited 1 /,
    );
    expect(first?.shown).toContain("NEXT: sent back to the agent to be corrected (1 of 1).");
    expect(first?.told).toContain("| - testsPass: `npm test` exited 1");
    expect(first?.told).toContain("|     not ok 1 - adds two numbers");
    expect(first?.record).toMatchObject({ status: "returned", outcome: "fail", fixes: 0 });
    expect(second?.shown).toBe("[dod-gate ✓ accepted: deterministic] 2 checks passed");
    expect(second?.record).toMatchObject({ status: "accepted", fixes: 1 });
    const read = model.requests[1]?.messages.map(textOf) ?? [];
    expect(read.at(-1)).toBe(first?.told);
    await settle(project);
    expect(model.requests).toHaveLength(3);
  });

  test("work that is never put right ends unmet after the configured cycles, and nothing further is asked", async () => {
    const project = shared.project({ files, gate: { turn: { fixCycles: 2 } } });
    const { model } = shared.host;
    model.conversation(prompt, [say("It adds."), say("It really adds."), say("Believe me.")]);
    const session = await project.session();
    await project.prompt(session, prompt);
    const notes = await awaitMessages(project, session, 3);
    expect(notes.map(({ record }) => record["status"])).toEqual(["returned", "returned", "unmet"]);
    expect(notes.at(-1)?.shown).toMatch(/^\[dod-gate status: unmet\] 2 of 2 checks failed\n/);
    expect(notes.at(-1)?.shown).toContain("It was sent back 2 times.");
    await settle(project, 1500);
    expect(model.requests).toHaveLength(3);
    expect(await pluginMessages(project, session)).toHaveLength(3);
  });

  test("with fixCycles 0 a failure is reported and not sent back", async () => {
    const project = shared.project({ files, gate: { turn: { fixCycles: 0 } } });
    shared.host.model.conversation(prompt, [say("It adds.")]);
    const session = await project.session();
    await project.prompt(session, prompt);
    const [note] = await awaitMessages(project, session, 1);
    expect(note?.shown).toMatch(/^\[dod-gate status: unmet\]/);
    await settle(project);
    expect(shared.host.model.requests).toHaveLength(1);
  });

  test("what goes back and what is noted keeps the agent, the model and the client's system prompt of the message", async () => {
    const project = shared.project({ files });
    const { model } = shared.host;
    model.conversation(prompt, [say("It adds."), say("It does.")]);
    const session = await project.session();
    const chosen = { providerID: "scripted", modelID: "heavy" };
    await project.prompt(session, prompt, { agent: "plan", model: chosen, system: "Speak plainly." });
    const notes = await awaitMessages(project, session, 2);
    expect(notes.map(({ info }) => [info.agent, info.model.modelID])).toEqual([
      ["plan", "heavy"],
      ["plan", "heavy"],
    ]);
    expect(model.requests.map((request) => request.model)).toEqual(["heavy", "heavy"]);
    expect(model.requests[1]?.system).toContain("Speak plainly.");
  });
});

describe("what can't be judged", () => {
  test("a block with a problem: people and the agent read it at once, the work goes on and needs review", async () => {
    const project = shared.project({ files });
    const { model } = shared.host;
    const broken = promptWith("Make sum.js add up.", "check: tetsPass");
    model.conversation(broken, [fixed, say("It adds.")]);
    const session = await project.session();
    await project.prompt(session, broken);
    const [note] = await awaitMessages(project, session, 1);
    const texts = (await project.parts(session)).flatMap((part) => (part.type === "text" ? [part] : []));
    expect(texts[1]).toMatchObject({
      ignored: true,
      text: expect.stringContaining("1 problem with the [acceptance] block"),
    });
    expect(textOf(model.requests[0]?.messages.at(-1) ?? never())).toMatch(
      /1 problem with the \[acceptance\] block.*\n- 4:\d+ .*"tetsPass"/,
    );
    expect(note?.shown).toMatch(/^\[dod-gate \? NEEDS REVIEW\] 1 problem with the \[acceptance\] block/);
    expect(note?.record).toMatchObject({ status: "needs_review", outcome: "error", pass: false });
    await settle(project);
    expect(model.requests).toHaveLength(2);
  });

  test("a provider that fails: needs review, and nothing goes back", async () => {
    const project = shared.project({ files });
    const { model } = shared.host;
    model.conversation(prompt, [{ kind: "fail", status: 401, message: "no key", headers: {} }]);
    const session = await project.session();
    await project.prompt(session, prompt);
    const [note] = await awaitMessages(project, session, 1);
    expect(note?.shown).toMatch(/^\[dod-gate \? NEEDS REVIEW\] producer failed/);
    await settle(project);
    expect(model.requests).toHaveLength(1);
  });

  test("a model that does not exist: no turn, no silence", async () => {
    const project = shared.project({ files });
    const session = await project.session();
    const body = {
      parts: [{ type: "text" as const, text: prompt }],
      model: { providerID: "scripted", modelID: "none" },
    };
    await project.client.session.prompt({ path: { id: session }, body });
    const [note] = await awaitMessages(project, session, 1);
    expect(note?.record).toMatchObject({ status: "needs_review" });
  });
});

test("criteria are graded after the turn, and the grader is no part of the work", async () => {
  const project = shared.project({ files });
  const { model } = shared.host;
  const graded = promptWith("Describe sum.js.", "criteria: It says that sum.js subtracts.");
  model.conversation(graded, [say("sum.js subtracts b from a.")]);
  model.conversation("Judge whether the work", [
    say('{"pass":true,"reasons":["The return text says \\"sum.js subtracts b from a\\"."]}'),
  ]);
  const session = await project.session();
  await project.prompt(session, graded);
  const [note] = await awaitMessages(project, session, 1);
  expect(note?.shown).toContain("[dod-gate ✓ accepted: checker] 1 criterion met");
});

test("two sessions of one project are each judged on their own work", async () => {
  const project = shared.project();
  const { model } = shared.host;
  const both = "check: fileExists path=theirs.txt changed=true";
  const mine = promptWith("Claim theirs.txt.", both);
  const theirs = promptWith("Write theirs.txt.", both);
  model.conversation(mine, [later(400, write("mine.txt", "")), say("I wrote theirs.txt."), say("I did.")]);
  model.conversation(theirs, [write("theirs.txt", ""), later(600, say("Written."))]);
  const [one, other] = await Promise.all([project.session(), project.session()]);
  await Promise.all([project.prompt(one, mine), project.prompt(other, theirs)]);
  const [accepted] = await awaitMessages(project, other, 1);
  expect(accepted?.record).toMatchObject({ status: "accepted" });
  const notes = await awaitMessages(project, one, 2);
  expect(notes.map(({ record }) => record["status"])).toEqual(["returned", "unmet"]);
});

test("what a subagent did is the turn's own work, and a block of its own is answered by itself", async () => {
  const script = "node -e \"require('fs').appendFileSync('runs.log', 'x')\"";
  const project = shared.project({ files: { "package.json": packageJson({ test: script }), ".gitignore": "*.log\n" } });
  const { model } = shared.host;
  const part = promptWith("Write a.txt.", "check: testsPass", "check: fileExists path=a.txt changed=true");
  const whole = promptWith(
    "Have two files written.",
    "check: testsPass",
    "check: fileExists path=a.txt changed=true",
    "check: fileExists path=b.txt changed=true",
  );
  model.conversation(whole, [task({ prompt: part }), write("b.txt", "b"), say("Both are written.")]);
  model.conversation(part, [write("a.txt", "a"), say("Written.")]);
  const session = await project.session();
  await project.prompt(session, whole);
  const [note] = await awaitMessages(project, session, 1);
  expect(note?.shown).toBe("[dod-gate ✓ accepted: deterministic] 3 checks passed");
  const [delegated] = await project.taskParts(session);
  expect(delegated?.state).toMatchObject({ metadata: { dodGate: { outcome: "pass" } } });
  expect(project.read("runs.log")).toBe("xx");
});

function never(): never {
  throw new Error("the test's own assumption does not hold");
}
