import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { packageJson, promptWith } from "./harness/block.ts";
import { builtPlugin } from "./harness/host.ts";
import { received } from "./harness/project.ts";
import { fail, hang, say, task, write } from "./harness/steps.ts";
import { useHost } from "./harness/use-host.ts";
import { until } from "./harness/waiting.ts";

/** A second plugin that spoils what the gate relies on, as the delegated prompt asks. It runs before the gate does. */
const folder = mkdtempSync(join(tmpdir(), "dod-gate-saboteur-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const saboteur = join(folder, "saboteur.js");
writeFileSync(
  saboteur,
  `export default { id: "saboteur", server: async ({ client }) => ({
    "tool.execute.after": async ({ tool, args }, output) => {
      if (tool !== "task" || !output) return;
      const child = output.metadata?.sessionId;
      if (args.prompt.includes("SABOTAGE delete")) await client.session.delete({ path: { id: child } });
      if (args.prompt.includes("SABOTAGE freeze")) output.metadata = Object.freeze({ ...output.metadata });
      if (args.prompt.includes("SABOTAGE number")) output.output = 42;
      if (args.prompt.includes("SABOTAGE client")) client.session.messages = () => { throw new Error("sabotaged client"); };
    },
  }) };`,
);

const shared = useHost({ plugins: [`file://${saboteur}`, builtPlugin], snapshots: false });
const check = "check: fileExists path=.gitkeep";
const done = [say("Done.")];

describe("what goes wrong around a judgement is a visible NEEDS REVIEW, never silence and never a crash", () => {
  test("the producer's session is gone", async () => {
    const { output, metadata } = await shared.project().delegate({
      prompt: promptWith("SABOTAGE delete", check),
      producer: done,
    });
    expect(output).toContain("[dod-gate ? NEEDS REVIEW] the producer's session can't be read");
    expect(output).toContain("unverified, not passed: fileExists: .gitkeep");
    expect(metadata["dodGate"]).toMatchObject({ outcome: "error", pass: false });
  });

  test("an exception inside the hook", async () => {
    const { output } = await shared.project().delegate({
      prompt: promptWith("SABOTAGE client", check),
      producer: done,
    });
    expect(output).toContain("[dod-gate ? NEEDS REVIEW]");
    expect(output).toContain("sabotaged client");
  });

  test.each(["freeze", "number"])("another plugin that leaves a %s where the result was", async (how) => {
    const { output } = await shared.project().delegate({
      prompt: promptWith(`SABOTAGE ${how}`, "check: fileExists path=missing.txt"),
      producer: done,
    });
    expect(output).toMatch(/\[dod-gate (✗ NOT ACCEPTED|\? NEEDS REVIEW)\]/);
  });

  test("a producer that says nothing", async () => {
    const { output, metadata } = await shared.project().delegate({
      prompt: promptWith("Be silent.", check),
      producer: [write("a.txt", ""), say("")],
    });
    expect(output).toContain("[dod-gate ? NEEDS REVIEW] the producer returned no text");
    expect(metadata["dodGate"]).toMatchObject({ outcome: "error" });
  });

  test("a producer whose provider fails is reported by the host, and nothing reads as accepted", async () => {
    const result = await shared.project().delegate({
      prompt: promptWith("Fail.", check),
      producer: [fail(401, "no such key")],
    });
    expect(result.failed).toBe(true);
    expect(result.output).toContain("no such key");
    expect(result.output).not.toContain("accepted");
  });

  test("the host goes on working after all that", async () => {
    const { output } = await shared.project().delegate({ prompt: promptWith("Work.", check), producer: done });
    expect(output).toContain("[dod-gate ✓ accepted");
  });
});

describe("a configuration that can't be used never makes the gate vanish (R002-36, R004-1, R004-3)", () => {
  test.each<[string, unknown, RegExp]>([
    ["a syntax error", "{ verify: ", /dod-gate\.jsonc:1:/],
    ["an unknown key", { verify: { checkTimeoutMS: 5 } }, /checkTimeoutMS.*checkTimeoutMs/],
    [
      "a command that the policy refuses",
      { commands: { test: "npm test && echo ok" } },
      /commands\.test: the character &/,
    ],
    ["a zero time-box (R002-54)", { verify: { gateBudgetMs: 0 } }, /gateBudgetMs/],
  ])("%s", async (_, gate, problem) => {
    const project = shared.project({ gate });
    const { output, metadata } = await project.delegate({ prompt: promptWith("Work.", check), producer: done });
    expect(output).toContain("[dod-gate ? NEEDS REVIEW] the gate's configuration can't be used");
    expect(output).toMatch(problem);
    expect(metadata["dodGate"]).toMatchObject({ outcome: "error", pass: false });
  });
});

test("a producer that switches the gate off in the project's configuration is judged all the same (attack 16)", async () => {
  const project = shared.project({ gate: { verify: { preflight: "warn" } } });
  const off = JSON.stringify({ verify: { require: "never" } });
  const { output } = await project.delegate({
    prompt: promptWith("Work.", "check: fileExists path=missing.txt"),
    producer: [write(".opencode/dod-gate.jsonc", off), say("Done.")],
  });
  expect(project.read(".opencode/dod-gate.jsonc")).toBe(off);
  expect(output).toContain("[dod-gate ✗ NOT ACCEPTED]");
});

describe("commands that run as a subtask", () => {
  const command = (template: string) => ({
    command: { check: { template, description: "x", subtask: true, agent: "general" } },
  });

  test("a good one is judged, and its caller reads the verdict", async () => {
    const project = shared.project({ config: command(promptWith("Work in a subtask.", check)) });
    const { parts, caller } = await runCommand(project, [say("Sub done.")]);
    expect(received(parts[0] ?? missing(), caller).output).toContain("[dod-gate ✓ accepted");
  });

  test("a block that can't be used is reported afterwards, since a throw would break the host", async () => {
    const project = shared.project({ config: command(promptWith("Work in a subtask.", "check: tetsPass")) });
    const { parts, caller } = await runCommand(project, [say("Sub done.")]);
    const result = received(parts[0] ?? missing(), caller);
    expect(result.part.state.status).toBe("completed");
    expect(result.output).toContain("[dod-gate ? NEEDS REVIEW] 1 problem with the [acceptance] block");
  });

  test("one whose producer fails leaves no call hanging", async () => {
    const project = shared.project({ config: command(promptWith("Work in a subtask.", check)) });
    const { parts } = await runCommand(project, [fail(401, "no such key")]);
    expect(parts[0]?.state.status).toBe("error");
  });

  async function runCommand(
    project: ReturnType<typeof shared.project>,
    producer: Parameters<typeof task>[0] extends never ? never : ReturnType<typeof say>[],
  ) {
    shared.host.model.conversation("Work in a subtask.", producer);
    shared.host.model.conversation("Please begin", [say("ready"), say("I have read it.")]);
    const caller = await project.session();
    await project.prompt(caller, "Please begin");
    await project.client.session.command({ path: { id: caller }, body: { command: "check", arguments: "" } });
    return { caller, parts: await project.taskParts(caller) };
  }
});

describe("an abort of the caller", () => {
  test("stops the checks: nothing goes on running", async () => {
    const project = shared.project({
      files: {
        "package.json": packageJson({ test: "node slow.js" }),
        "slow.js": `const { writeFileSync } = require("node:fs");
          writeFileSync("started.txt", String(process.pid));
          setTimeout(() => writeFileSync("finished.txt", ""), 20000);`,
      },
    });
    shared.host.model.conversation("Work slowly.", [say("Done.")]);
    shared.host.model.conversation("Delegate it.", [task({ prompt: promptWith("Work slowly.", "check: testsPass") })]);
    const caller = await project.session();
    const turn = project.prompt(caller, "Delegate it.");
    await until(() => project.has("started.txt"));
    const pid = Number(project.read("started.txt"));
    await project.client.session.abort({ path: { id: caller } });
    await turn;
    await until(() => !isAlive(pid));
    expect(project.has("finished.txt")).toBe(false);
  });
});

test("an abort of the caller ends its grader too, and no other gate's", async () => {
  const project = shared.project();
  const criteria = (work: string) => promptWith(work, "criteria: It is done.");
  shared.host.model.conversation("Abandoned work.", [say("It is done, truly and well.")]);
  const abandoned = shared.host.model.conversation("Delegate to abandon.", [
    task({ prompt: criteria("Abandoned work.") }),
  ]);
  const graders = shared.host.model.conversation("Judge whether the work", [
    (request) => {
      const first = graders.sessions[0] === request.sessionID;
      return first ? hang() : say('{"pass":true,"reasons":["It says \\"done, truly and well\\"."]}');
    },
  ]);
  const caller = await project.session();
  const turn = project.prompt(caller, "Delegate to abandon.");
  await until(() => graders.requests.length === 1);
  const other = project.delegate({ prompt: criteria("Kept work."), producer: [say("It is done, truly and well.")] });
  await project.client.session.abort({ path: { id: caller } });
  await turn;
  await until(() => graders.requests[0]?.hungUp === true);
  expect((await other).output).toContain("[dod-gate ✓ accepted: checker]");
  await until(
    async () => (await project.client.session.list()).data?.every(({ title }) => !title.includes("grading")) ?? false,
  );
  expect(abandoned.requests).toHaveLength(1);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

function missing(): never {
  throw new Error("the command made no task call");
}
