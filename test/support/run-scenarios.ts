/** Runs the scenarios in whatever runtime runs this file, and prints a line of JSON for each: its title, and what went wrong. */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createExec } from "../../src/adapters/exec.ts";
import { SCENARIOS } from "./exec-scenarios.ts";

for (const { title, run } of SCENARIOS) {
  const started = performance.now();
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "dod-gate-")));
  const exec = createExec();
  let error: string | undefined;
  try {
    await run({ exec, directory });
  } catch (thrown) {
    error = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  } finally {
    await exec.dispose();
    rmSync(directory, { recursive: true, force: true });
  }
  console.log(JSON.stringify({ title, error, ms: Math.round(performance.now() - started) }));
}
