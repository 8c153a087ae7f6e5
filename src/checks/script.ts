import type { Check, ProjectCheck, ScriptCheck } from "../dod/dod.ts";
import { type CheckContext, type CommandSettings, type Finding, stopped } from "./context.ts";
import { judgeRun } from "./judge-run.ts";
import { type PreparedCommand, prepareCommand } from "./prepare-command.ts";
import { ranNoTest } from "./test-count.ts";

/** `testsPass`, `buildPasses` and `lintClean`: the command exits 0. Never two of them at once in a workspace. */
export async function checkScript(check: ScriptCheck, context: CheckContext): Promise<Finding> {
  const text = check.command ?? defaultCommand(check.kind, context.commands);
  const preparation = await prepareCommand(text, context);
  if (!preparation.ready) return { command: text.trim(), ...preparation.finding };
  return withTestCount(check, await runInTurn(check, preparation.prepared, context));
}

/** What a check runs whose author names no command. */
function defaultCommand(kind: ScriptCheck["kind"], commands: CommandSettings): string {
  switch (kind) {
    case "testsPass":
      return commands.test ?? "npm test";
    case "buildPasses":
      return commands.build ?? "npm run build";
    case "lintClean":
      return commands.lint ?? "npm run lint";
  }
}

/** Runs a command when its turn in the workspace has come; equal ones that wait together share the run. */
export async function runInTurn(
  check: ScriptCheck | ProjectCheck,
  prepared: PreparedCommand,
  context: CheckContext,
): Promise<Finding> {
  const { file, args, env, project } = prepared;
  const timeoutMs = context.checkTimeoutMs;
  const cwd = project.base;
  let end: (() => void) | undefined;
  try {
    const outcome = await context.shared.queue.enqueue({
      workspace: context.original?.root ?? project.root,
      key: JSON.stringify([cwd, file, args, timeoutMs]),
      signal: context.signal,
      onStart: () => {
        end = context.beginWork?.(check);
      },
      run: (signal) => context.exec.run({ file, args, env, cwd, timeoutMs, signal }),
    });
    if (outcome.status === "withdrawn") return { ...stopped, command: prepared.command.text };
    return judgeRun(prepared, outcome.value, context);
  } finally {
    end?.();
  }
}

/** A runner that found nothing to run exits 0 like one whose tests all passed. */
export function withTestCount({ kind }: Pick<Check, "kind">, finding: Finding): Finding {
  if (!countsTests.has(kind) || finding.outcome !== "pass" || !ranNoTest(finding.run?.stdoutTail ?? "")) return finding;
  return { ...finding, outcome: "fail", reason: { code: "noTests" } };
}

/** A project's own command may be that of its tests as well; one that is not prints no summary of tests. */
const countsTests: ReadonlySet<Check["kind"]> = new Set(["testsPass", "projectCheck"]);
