import type { ChangeAnswer, CheckContext, Permissions, SharedRuns } from "../checks/context.ts";
import { evaluate, evaluateCommand } from "../checks/permission.ts";
import { RunQueue } from "../checks/run-queue.ts";
import { Slots } from "../checks/slots.ts";
import type { Config } from "../config/config.ts";
import { type ChangeQuestion, wasChanged } from "../gate/changes.ts";
import type { Delegation } from "../gate/delegation.ts";
import type { CheckRequest, GateTools } from "../gate/requests.ts";
import type { Sessions } from "../ports/host.ts";
import type { Git } from "../ports/repository.ts";

export interface CheckRunnerParts
  extends Pick<CheckContext, "exec" | "files" | "clock" | "worktree" | "platform" | "hostEnv"> {
  readonly sessions: Pick<Sessions, "permissions">;
  readonly config: Config;
  readonly git: Git;
  /** Answers where there is no producer, and so no record that would. */
  readonly changes?: (question: ChangeQuestion) => Promise<ChangeAnswer>;
}

/** `run` commands that may go on side by side, over all delegations. */
const runsAtOnce = 4;

/** The host makes one plugin instance per directory, and several may lie in one workspace: they share the lock. */
const shared: SharedRuns = { queue: new RunQueue(), slots: new Slots(runsAtOnce) };

/** Runs checks as the caller may run commands and read files, and no further. */
export function createCheckRunner(parts: CheckRunnerParts): GateTools["runChecks"] {
  const { config, sessions, git, changes, ...ports } = parts;
  const answerChange = changes ?? ((question: ChangeQuestion) => wasChanged(question, ports.files, git));
  return async ({ checks, delegation, artefact, guard, signal, beginWork }: CheckRequest) => {
    const { runChecks } = await import("../checks/run-checks.ts");
    return runChecks(checks, {
      ...ports,
      shared,
      base: delegation.directory,
      commands: config.commands,
      checkTimeoutMs: config.verify.checkTimeoutMs,
      permissions: permissionsOf(delegation, sessions),
      wasChanged: (path) => {
        const asRecorded = () => answerChange({ artefact, path, directory: delegation.directory });
        return guard === undefined ? asRecorded() : guard.wasChanged(path, asRecorded);
      },
      guard,
      signal,
      beginWork,
      onResult: delegation.onResult,
    });
  };
}

/** The caller's rules, read once where a check first asks. Rules that can't be read allow nothing. */
function permissionsOf(
  { callerID, caller, approve }: Delegation,
  sessions: Pick<Sessions, "permissions">,
): Permissions {
  let reading: ReturnType<Sessions["permissions"]> | undefined;
  return {
    ...(approve === undefined ? {} : { approve }),
    async decide(permission, pattern) {
      reading ??= sessions.permissions(callerID, caller.agent);
      const rules = (await reading) ?? [];
      return permission === "bash" ? evaluateCommand(rules, pattern) : evaluate(rules, permission, pattern);
    },
  };
}
