import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { promptWith } from "./harness/block.ts";
import { writeConfig } from "./harness/host.ts";
import { Project } from "./harness/project.ts";
import { opencodeRun } from "./harness/run.ts";
import { ScriptedModel, toolResults } from "./harness/scripted-model.ts";
import { say, task } from "./harness/steps.ts";

test("under `opencode run`, too, a delegation is judged before the caller reads its result", async () => {
  const model = await ScriptedModel.start();
  const home = realpathSync(mkdtempSync(join(tmpdir(), "dod-gate-run-")));
  writeConfig(home, model, {});
  const project = Project.create({ url: model.url, model }, {});
  try {
    model.conversation("Work quickly.", [say("Done.")]);
    model.conversation("Delegate this now", [
      task({ prompt: promptWith("Work quickly.", "check: fileExists path=missing.txt") }),
      say("It was not accepted."),
    ]);
    const output = await opencodeRun(home, project.dir, "Delegate this now");
    expect(output).toContain("It was not accepted.");
    const results = model.requests.flatMap(toolResults);
    expect(results.at(-1)).toContain(`[dod-gate ✗ NOT ACCEPTED] 1 of 1 check failed`);
    expect(model.surprises).toEqual([]);
  } finally {
    project.remove();
    await model.stop();
    rmSync(home, { recursive: true, force: true });
  }
});
