import { cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { packageJson, promptWith } from "./harness/block.ts";
import { builtPlugin, writeConfig } from "./harness/host.ts";
import { Project, type ProjectOptions } from "./harness/project.ts";
import { type RunOptions, type RunResult, runOpencode } from "./harness/run.ts";
import { ScriptedModel, textOf } from "./harness/scripted-model.ts";
import { delegate, fail, say, write } from "./harness/steps.ts";

// Each run is an OpenCode of its own, which takes seconds to start, and several of them many.
vi.setConfig({ testTimeout: 180_000 });

let model: ScriptedModel;
let home: string;
const projects: Project[] = [];

beforeAll(async () => {
  model = await ScriptedModel.start();
  home = realpathSync(mkdtempSync(join(tmpdir(), "dod-gate-run-")));
});

afterEach(() => {
  for (const each of projects.splice(0)) each.remove();
  const surprises = [...model.surprises];
  model.reset();
  expect(surprises).toEqual([]);
});

afterAll(async () => {
  await model.stop();
  rmSync(home, { recursive: true, force: true });
});

function project(options: ProjectOptions = {}): Project {
  const made = Project.create({ url: model.url, model }, options);
  projects.push(made);
  return made;
}

async function run(
  where: Project,
  options: RunOptions,
  plugins: readonly unknown[] = [builtPlugin],
): Promise<RunResult> {
  writeConfig(home, model, { plugins, config: { command: { ship: { template: "Ship it: $ARGUMENTS" } } } });
  return runOpencode(home, where.dir, options);
}

const files = { "package.json": packageJson({ test: "node -e \"require('./sum.js')\"" }) };
const prompt = promptWith("Write sum.js.", "check: testsPass", "check: fileExists path=sum.js changed=true");

describe("`opencode run` tells by its exit code what became of the work", () => {
  test("0 where it is accepted: the note on stderr, the answer alone on stdout", async () => {
    model.conversation(prompt, [write("sum.js", ""), say("Written.")]);
    const { stdout, stderr, exitCode } = await run(project({ files }), { prompt });
    expect(stderr).toContain("[dod-gate ✓ accepted: deterministic] 2 checks passed\n");
    expect(stdout).toBe("Written.\n");
    expect(exitCode).toBe(0);
  });

  test("1 where it is not, and nothing goes back", async () => {
    model.conversation(prompt, [say("Written.")]);
    const { stdout, stderr, exitCode } = await run(project({ files }), { prompt });
    expect(stderr).toContain("[dod-gate status: unmet] 2 of 2 checks failed\n- testsPass: `npm test` exited 1 ");
    expect(stderr).toContain("Cannot find module './sum.js'");
    expect(stdout).toBe("Written.\n");
    expect(exitCode).toBe(1);
    expect(model.requests).toHaveLength(1);
  });

  test("2 where a block has a problem, which is reported before the work begins", async () => {
    const broken = promptWith("Write it.", "check: tetsPass");
    let reported = "";
    model.conversation(broken, [
      (request) => {
        reported = textOf(request.messages.at(-1) ?? { role: "" });
        return say("Written.");
      },
    ]);
    const { stderr, stdout, exitCode } = await run(project({ files }), { prompt: broken });
    expect(reported).toContain('"tetsPass"');
    expect(stderr).toContain("[dod-gate] 1 problem with the [acceptance] block of this message");
    expect(stderr).toContain("[dod-gate ? NEEDS REVIEW] 1 problem with the [acceptance] block");
    expect(stdout).toBe("Written.\n");
    expect(exitCode).toBe(2);
  });

  test("2 where criteria would need a grader, which has to work within the turn", async () => {
    const graded = promptWith("Describe it.", "criteria: It is described.");
    model.conversation(graded, [say("It is a project.")]);
    const { stderr, exitCode } = await run(project(), { prompt: graded });
    expect(stderr).toContain("[dod-gate ? NEEDS REVIEW] criteria can't be graded after the turn of `opencode run`");
    expect(stderr).toContain("delegated");
    expect(exitCode).toBe(2);
  });

  test("criteria of work that is delegated within the turn are graded there", async () => {
    model.conversation("Delegate the description.", [
      delegate({ prompt: "Describe it.", acceptance: "criteria: The text says that it adds." }),
      say("It was described."),
    ]);
    model.conversation("Describe it.", [say("It adds two numbers.")]);
    model.conversation("Judge whether the work", [
      say('{"pass":true,"reasons":["The return text says \\"It adds two numbers\\"."]}'),
    ]);
    const whole = promptWith("Delegate the description.", "check: fileExists path=.gitkeep");
    const { stderr, exitCode } = await run(project(), { prompt: whole });
    expect(stderr).toContain("[dod-gate ✓ accepted: deterministic] 1 check passed");
    expect(exitCode).toBe(0);
    expect(model.requests.map((request) => request.messages.map(textOf).join("\n")).join("\n")).toContain(
      "[dod-gate ✓ accepted: checker] 1 criterion met",
    );
  });

  test("2 where the provider fails", async () => {
    model.conversation(prompt, [fail(401, "no key")]);
    const { stderr, exitCode } = await run(project({ files }), { prompt });
    expect(stderr).toContain("[dod-gate ? NEEDS REVIEW] producer failed");
    expect(exitCode).toBe(2);
  });

  test("2 where half a block is none, and nobody would notice", async () => {
    model.conversation("Write it.", [say("Written.")]);
    const { stderr, exitCode } = await run(project(), { prompt: "Write it.\n[acceptance]\ncheck: testsPass" });
    expect(stderr).toContain("[dod-gate] This message holds no complete [acceptance] block");
    expect(stderr).toContain("- line 2: ");
    expect(exitCode).toBe(2);
  });

  test("2 where the plugin could not start", async () => {
    const copy = mkdtempSync(join(tmpdir(), "dod-gate-copy-"));
    try {
      cpSync(fileURLToPath(new URL("../../dist", import.meta.url)), copy, { recursive: true });
      rmSync(join(copy, "plugin.js"));
      writeFileSync(join(copy, "package.json"), JSON.stringify({ type: "module" }));
      model.conversation(prompt, [say("Written.")]);
      const { stdout, stderr, exitCode } = await run(project({ files }), { prompt }, [`file://${copy}/index.js`]);
      expect(stderr).toContain("[dod-gate ? NEEDS REVIEW] verification failed (fail-closed): the plugin did not start");
      expect(stdout).toBe("Written.\n");
      expect(exitCode).toBe(2);
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  });

  test("a block in an argument counts, although the host puts quotes around it", async () => {
    const argued = promptWith("Write sum.js.", 'check: run command="node -e 0"', "check: fileExists path=sum.js");
    model.conversation('"Write sum.js.', [say("Written.")]);
    const { stderr, exitCode } = await run(project({ files }), { prompt: "", args: [argued] });
    expect(stderr).toContain("[dod-gate status: unmet] 1 of 2 checks failed");
    expect(exitCode).toBe(1);
  });

  test("a session that is continued is judged on the new message alone; a user's own command counts as a message", async () => {
    const where = project({ files });
    const again = "check: fileExists path=sum.js changed=true";
    model.conversation(prompt, [write("sum.js", ""), say("Written."), say("Nothing to do."), say("Shipped.")]);
    expect((await run(where, { prompt })).exitCode).toBe(0);
    const continued = await run(where, { prompt: promptWith("Again.", again), args: ["--continue"] });
    expect(continued.stderr).toContain("unchanged since dispatch");
    expect(continued.exitCode).toBe(1);
    const command = { prompt: promptWith("Now.", again), args: ["--continue", "--command", "ship"] };
    expect((await run(where, command)).exitCode).toBe(1);
  });

  test("events on stdout are not touched either", async () => {
    model.conversation(prompt, [say("Written.")]);
    const { stdout, exitCode } = await run(project({ files }), { prompt, args: ["--format", "json"] });
    const lines = stdout.trim().split("\n");
    expect(lines.map((line) => JSON.parse(line).type)).toEqual(["step_start", "text", "step_finish"]);
    expect(stdout).not.toContain("dod-gate");
    expect(exitCode).toBe(1);
  });
});

describe("what asks for no verdict gets none", () => {
  test("without a block stdout, stderr, exit code and requests are those of a run without the plugin", async () => {
    const observe = async (plugins: readonly unknown[], answer: Parameters<typeof fail>[0] | string) => {
      model.reset();
      const where = project({ name: "same" });
      const text = "Say hello to [acceptance] and > [dod] tags.";
      model.conversation(text, [typeof answer === "string" ? say(answer) : fail(answer)]);
      const { stdout, stderr, exitCode } = await run(where, { prompt: text }, plugins);
      const user = model.requests.map(({ messages }) => messages.filter(({ role }) => role === "user"));
      return JSON.stringify({ stdout, stderr, exitCode, user }).replaceAll(where.dir, "DIR");
    };
    expect(await observe([builtPlugin], "Hello.")).toBe(await observe([], "Hello."));
    expect(await observe([builtPlugin], 401)).toBe(await observe([], 401));
  });

  test.each([
    ["DOD_GATE=off", {}, { DOD_GATE: "off" }],
    ["verify.require never", { verify: { require: "never" } }, {}],
    ["turn.enabled false", { turn: { enabled: false } }, {}],
  ])("with %s a block is text like any other", async (_, gate, env) => {
    model.conversation(prompt, [say("Written.")]);
    const { stderr, exitCode } = await run(project({ files, gate }), { prompt, env });
    expect(stderr).not.toContain("dod-gate");
    expect(exitCode).toBe(0);
  });
});
