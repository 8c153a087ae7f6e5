import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { acceptedDelegate } from "../smoke/support/accepted-delegate.ts";
import { lyingTask } from "../smoke/support/lying-task.ts";
import { scriptedProvider } from "./harness/host.ts";
import { ScriptedModel, toolResults } from "./harness/scripted-model.ts";
import { delegate, say, task, write } from "./harness/steps.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));

describe("the smoke lane, its own two files in a run of their own", { timeout: 400_000 }, () => {
  test("passes where model and plugin do their parts (R002-6, R002-8)", async () => {
    const model = await scripted();
    honestCallers(model);
    const { code, output } = await lane(model);
    expect(output).toContain("2 passed");
    expect(code).toBe(0);
    expect(model.surprises).toEqual([]);
    expect([...new Set(model.requests.map((request) => request.model))]).toEqual(["medium"]);
    // That is not for want of tiers: the work was done on one of the repointed preset.
    expect(model.requests.flatMap(toolResults).join("\n")).toContain("accepted: deterministic · final tier fast");
  });

  test("passes on the default model, with no tier of its own, where none is chosen (R002-4, R002-5)", async () => {
    const model = await scripted();
    honestCallers(model);
    const { scripted: provider } = scriptedProvider(model);
    const models = { "claude-haiku-4-5": provider.models.model };
    const { code, output } = await lane(model, {
      DOD_GATE_SMOKE_MODEL: "",
      ANTHROPIC_API_KEY: key,
      DOD_GATE_SMOKE_PROVIDERS: JSON.stringify({ anthropic: { ...provider, models } }),
    });
    expect(output).toContain("2 passed");
    expect(code).toBe(0);
    expect([...new Set(model.requests.map((request) => request.model))]).toEqual(["claude-haiku-4-5"]);
    const results = model.requests.flatMap(toolResults).join("\n");
    expect(results).toContain("accepted: deterministic · the caller's own model");
  });

  test("is red and inconclusive where the model doesn't do its part, and leaves its evidence without the key", async () => {
    const model = await scripted();
    for (const { prompt } of [lyingTask, acceptedDelegate]) model.conversation(opening(prompt), [say("FINISHED")]);
    const folder = mkdtempSync(join(tmpdir(), "dod-gate-evidence-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const { code, output } = await lane(model, { DOD_GATE_SMOKE_EVIDENCE: folder });
    expect(code).toBe(1);
    expect(output).toContain("INCONCLUSIVE, says nothing about the plugin: the model made no task call");
    expect(output).toContain("INCONCLUSIVE, says nothing about the plugin: the model made no delegate call");
    expect(output).not.toContain("REGRESSION");
    expect(readdirSync(folder).toSorted()).toEqual(["accepted-delegate", "lying-task"]);
    const traces = readdirSync(join(folder, "lying-task"));
    expect(traces).toEqual(expect.arrayContaining(["agents.txt", "outcome.txt", "run.jsonl", "stderr.txt"]));
    for (const name of traces) expect(readFileSync(join(folder, "lying-task", name), "utf8")).not.toContain(key);
  });

  test.each([
    [
      "a model of another provider",
      { DOD_GATE_SMOKE_MODEL: "elsewhere/model" },
      "elsewhere/model needs ELSEWHERE_API_KEY",
    ],
    ["no choice at all", { DOD_GATE_SMOKE_MODEL: "" }, "anthropic/claude-haiku-4-5 needs ANTHROPIC_API_KEY"],
  ])("is skipped, saying so, and green without a credential: %s (R002-2, R002-3)", async (_, env, notice) => {
    const model = await scripted();
    const { code, output } = await lane(model, env);
    expect(output).toContain(notice);
    expect(output).toContain("2 skipped");
    expect(code).toBe(0);
    expect(model.requests).toEqual([]);
  });
});

const key = "a-key-that-nobody-has";

async function scripted(): Promise<ScriptedModel> {
  const model = await ScriptedModel.start();
  onTestFinished(() => model.stop());
  return model;
}

/** A prompt on stdin may come with a line break of the host's. */
function opening(prompt: string): string {
  return prompt.slice(0, 150);
}

function honestCallers(model: ScriptedModel): void {
  model.conversation(opening(lyingTask.prompt), [task({ prompt: lyingTask.delegated }), say("FINISHED")]);
  model.conversation(lyingTask.delegated.slice(0, 60), [say("I have written proof.txt.")]);
  const { task: prompt, acceptance } = acceptedDelegate;
  model.conversation(opening(acceptedDelegate.prompt), [delegate({ prompt, acceptance }), say("FINISHED")]);
  model.conversation(prompt, [write("proof.txt", "verified\n"), say("Written.")]);
}

function lane(
  model: ScriptedModel,
  env: Record<string, string> = {},
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["node_modules/vitest/vitest.mjs", "run", "-c", "vitest.smoke.config.ts"], {
      cwd: repository,
      env: {
        ...withoutKeys(),
        DOD_GATE_SMOKE_MODEL: "scripted/medium",
        SCRIPTED_API_KEY: key,
        DOD_GATE_SMOKE_PROVIDERS: JSON.stringify(scriptedProvider(model)),
        ...env,
      },
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (piece) => {
        output += piece;
      });
    }
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output }));
  });
}

/** The surroundings without what would make the lane a live one, or this test's runner its own. */
function withoutKeys(): Record<string, string | undefined> {
  const kept = Object.entries(process.env).filter(([name]) => !/_API_KEY$|^DOD_GATE|^VITEST|^FORCE_COLOR$/.test(name));
  return { ...Object.fromEntries(kept), NO_COLOR: "1" };
}
