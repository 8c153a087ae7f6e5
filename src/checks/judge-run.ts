import type { ExecOutcome } from "../ports/machine.ts";
import type { CheckContext, Finding } from "./context.ts";
import { findMissingTool } from "./missing-tool.ts";
import type { PreparedCommand } from "./prepare-command.ts";
import type { CheckOutcome } from "./result.ts";
import { recordRun } from "./tail.ts";

/** What a command's end says about its check, an expected text aside. */
export function judgeRun({ command }: PreparedCommand, outcome: ExecOutcome, context: CheckContext): Finding {
  const tool = findMissingTool(command, outcome, context.platform);
  return {
    ...(tool === undefined ? judgeEnd(outcome, command.program, context.checkTimeoutMs) : toolMissing(tool)),
    command: command.text,
    durationMs: outcome.durationMs,
    ...(outcome.end.by === "start" ? {} : { run: recordRun(outcome) }),
  };
}

function judgeEnd({ end }: ExecOutcome, program: string, timeoutMs: number): CheckOutcome {
  switch (end.by) {
    case "exit":
      if (end.exitCode === 0) return { outcome: "pass" };
      return { outcome: "fail", reason: { code: "exited", exitCode: end.exitCode } };
    case "signal":
      return { outcome: "fail", reason: { code: "killed", signal: end.signal } };
    case "timeout":
      return { outcome: "fail", reason: { code: "timedOut", timeoutMs } };
    case "abort":
      return { outcome: "error", reason: { code: "stopped" } };
    case "start":
      if (end.missing) return toolMissing(program);
      return { outcome: "error", reason: { code: "notStarted", message: end.message } };
  }
}

function toolMissing(tool: string): CheckOutcome {
  return { outcome: "error", reason: { code: "toolMissing", tool } };
}
