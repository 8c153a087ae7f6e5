import type { ExecOutcome } from "../ports.ts";
import type { CheckContext, Finding } from "./context.ts";
import { findMissingTool } from "./missing-tool.ts";
import type { PreparedCommand } from "./prepare-command.ts";
import type { CheckOutcome } from "./result.ts";
import { recordRun } from "./tail.ts";

/** What the end of a command says about the check, an expected text aside. */
export function judgeRun({ command }: PreparedCommand, outcome: ExecOutcome, context: CheckContext): Finding {
  const { durationMs } = outcome;
  const judgement = judgeEnd(outcome, context.checkTimeoutMs);
  const tool = findMissingTool(command, outcome, context.platform);
  const missing = { outcome: "error", reason: { code: "toolMissing", tool: tool ?? "" } } as const;
  const never = outcome.end.by === "start";
  return {
    ...(tool === undefined ? judgement : missing),
    command: command.text,
    durationMs,
    ...(never ? {} : { run: recordRun(outcome) }),
  };
}

function judgeEnd({ end }: ExecOutcome, timeoutMs: number): CheckOutcome {
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
      return { outcome: "error", reason: { code: "notStarted", message: end.message } };
  }
}
