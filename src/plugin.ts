import type { Plugin } from "@opencode-ai/plugin";
import { createClock } from "./adapters/clock.ts";
import { createExec } from "./adapters/exec.ts";
import { createFiles } from "./adapters/files.ts";
import { hostSurroundings } from "./adapters/host-surroundings.ts";
import { createLog, showToast } from "./adapters/log.ts";
import { createSessions } from "./adapters/sessions.ts";
import { loadConfig } from "./config/load.ts";
import { describeConfigProblem } from "./report/config-problems.ts";
import { createBackgroundHook } from "./wiring/background.ts";
import { createCheckRunner } from "./wiring/check-runner.ts";
import { define } from "./wiring/define.ts";
import { Dispatches } from "./wiring/dispatches.ts";
import { createEventHook } from "./wiring/event-hook.ts";
import { Gatekeeper } from "./wiring/gatekeeper.ts";
import { RunningGates } from "./wiring/running-gates.ts";
import { createTaskHook } from "./wiring/task-hook.ts";
import { teachCaller } from "./wiring/teach.ts";

/** Builds the plugin for one project: reads its configuration once, and hands the host a hook for each wiring. */
export const server: Plugin = async ({ client, directory, worktree }, options) => {
  const { env, home, platform } = hostSurroundings();
  if (env["DOD_GATE"]?.trim().toLowerCase() === "off") return {};

  const log = createLog(client);
  const files = createFiles();
  const { config, problems } = await loadConfig({ options, files, directory, worktree, env, home });
  const configProblems = problems.map(describeConfigProblem);
  if (config.verify.require === "never" && configProblems.length === 0) return {};

  const exec = createExec();
  const clock = createClock();
  const sessions = createSessions(client);
  const running = new RunningGates();
  const dispatches = new Dispatches();
  const gatekeeper = new Gatekeeper({
    sessions,
    settings: { ...config.verify, configProblems },
    tools: {
      files,
      clock,
      runChecks: createCheckRunner({ exec, files, clock, sessions, config, worktree, platform, hostEnv: env }),
    },
    define: (prompt) => define(prompt, config.commands),
    loadScrub: async () => (await import("./scrub/scrub.ts")).loadScrub(),
    running,
    directory,
  });
  const taskHook = createTaskHook({ gatekeeper, dispatches, preflight: config.verify.preflight, log });

  return {
    "tool.execute.before": taskHook.before,
    "tool.execute.after": taskHook.after,
    "tool.definition": teachCaller,
    "chat.message": createBackgroundHook({ gatekeeper, dispatches, sessions, log }),
    event: createEventHook({
      running,
      announce: () => {
        for (const problem of configProblems) log("error", `configuration: ${problem}`);
        if (configProblems.length > 0)
          showToast(
            client,
            `The configuration can't be used, so nothing will be accepted.\n${configProblems.join("\n")}`,
          );
      },
    }),
    dispose: async () => {
      running.stopAll();
      await exec.dispose();
    },
  };
};
