import type { RunCheck } from "../dod/dod.ts";
import { type CheckContext, type Finding, stopped } from "./context.ts";
import { Expectation } from "./expectation.ts";
import { judgeRun } from "./judge-run.ts";
import { type PreparedCommand, prepareCommand } from "./prepare-command.ts";

/** `run`: the command exits 0 and, where a text is expected, prints it. */
export async function checkRun(check: RunCheck, context: CheckContext): Promise<Finding> {
  const preparation = await prepareCommand(check.command, context);
  if (!preparation.ready) return { command: check.command.trim(), ...preparation.finding };
  const giveBack = await context.shared.slots.take(context.signal);
  if (giveBack === undefined) return { ...stopped, command: preparation.prepared.command.text };
  try {
    return await runNow(check, preparation.prepared, context);
  } finally {
    giveBack();
  }
}

async function runNow(check: RunCheck, prepared: PreparedCommand, context: CheckContext): Promise<Finding> {
  const expectation = check.expect === undefined ? undefined : new Expectation(check.expect, prepared.scripts);
  const end = context.beginWork?.(check);
  try {
    const outcome = await context.exec.run({
      file: prepared.file,
      args: prepared.args,
      env: prepared.env,
      cwd: prepared.project.base,
      timeoutMs: context.checkTimeoutMs,
      signal: context.signal,
      onOutput: (text, stream) => expectation?.see(text, stream),
    });
    const finding = judgeRun(prepared, outcome, context);
    if (finding.outcome !== "pass" || check.expect === undefined || expectation?.isMet()) return finding;
    return { ...finding, outcome: "fail", reason: { code: "expectMissing", expect: check.expect } };
  } finally {
    end?.();
  }
}
