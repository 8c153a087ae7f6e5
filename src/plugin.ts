import type { Plugin } from "@opencode-ai/plugin";
import { createCalls } from "./adapters/calls.ts";
import { createClock } from "./adapters/clock.ts";
import { createExec } from "./adapters/exec.ts";
import { createFiles } from "./adapters/files.ts";
import { createGit } from "./adapters/git.ts";
import { createGraderSessions } from "./adapters/grader-sessions.ts";
import { hostSurroundings } from "./adapters/host-surroundings.ts";
import { createLog, showToast } from "./adapters/log.ts";
import { createNotes } from "./adapters/notes.ts";
import { createProducerSessions } from "./adapters/producer-sessions.ts";
import { createSessions } from "./adapters/sessions.ts";
import { evaluateCommand } from "./checks/permission.ts";
import { loadConfig } from "./config/load.ts";
import { presetInForce } from "./config/presets.ts";
import { graderAgent, graderRules } from "./grader/agent.ts";
import { describeConfigProblem } from "./report/config-problems.ts";
import { Annotations } from "./wiring/annotations.ts";
import { createBackgroundHook } from "./wiring/background.ts";
import { createCheckRunner } from "./wiring/check-runner.ts";
import { createCommandHooks } from "./wiring/command-hooks.ts";
import { findCommandProblems } from "./wiring/config-commands.ts";
import { define } from "./wiring/define.ts";
import { createDelegateTool } from "./wiring/delegate-tool.ts";
import { Dispatches } from "./wiring/dispatches.ts";
import { createEventHook } from "./wiring/event-hook.ts";
import { Gatekeeper } from "./wiring/gatekeeper.ts";
import { cleanSystemPrompt, createGraderGuard, createGraderScrub, pinTemperature } from "./wiring/grader-hooks.ts";
import { createGraderRunner } from "./wiring/grader-runner.ts";
import { graders } from "./wiring/graders.ts";
import { createAgentRegistration } from "./wiring/register-agents.ts";
import { createCommandRegistration } from "./wiring/register-commands.ts";
import { RetryWatch } from "./wiring/retry-watch.ts";
import { RunningGates } from "./wiring/running-gates.ts";
import { createTaskHook } from "./wiring/task-hook.ts";
import { teachCaller } from "./wiring/teach.ts";
import { createTierChoice } from "./wiring/tier-choice.ts";

/** Builds the plugin for one project: reads its configuration once, and hands the host a hook for each wiring. */
export const server: Plugin = async ({ client, directory, worktree }, options) => {
  const { env, home, platform } = hostSurroundings();
  if (env["DOD_GATE"]?.trim().toLowerCase() === "off") return {};

  const log = createLog(client);
  const files = createFiles();
  const { config, problems } = await loadConfig({ options, files, directory, worktree, env, home });
  const { verify, commands } = config;
  const configProblems = [...problems.map(describeConfigProblem), ...findCommandProblems(commands)];
  const preset = presetInForce(config);
  const agents = createAgentRegistration({ grader: hiddenGrader, preset, log });
  if (verify.require === "never" && configProblems.length === 0) return { config: agents.config };

  const exec = createExec();
  const clock = createClock();
  const sessions = createSessions(client);
  const running = new RunningGates();
  const dispatches = new Dispatches();
  const loadScrub = async () => (await import("./scrub/scrub.ts")).loadScrub();
  const tiers = createTierChoice({ preset, verify, registered: agents.registered.tiers, sessions });
  const graderSessions = createGraderSessions({ client, rules: graderRules, register: graders, log });

  const gatekeeper = new Gatekeeper({
    sessions,
    settings: { ...verify, configProblems },
    tools: {
      files,
      clock,
      runChecks: createCheckRunner({
        exec,
        files,
        git: createGit(),
        clock,
        sessions,
        config,
        worktree,
        platform,
        hostEnv: env,
      }),
      grade: createGraderRunner({
        ...tiers,
        ...verify,
        agents: agents.registered,
        sessions: graderSessions,
        files,
        loadScrub,
      }),
    },
    define: (dispatch) =>
      define(dispatch, {
        ...tiers,
        files,
        commands,
        verify,
        place: { base: directory, worktree, platform },
        mayRun: async (command, callerID) => {
          const rules = await sessions.permissions(callerID, undefined);
          return rules !== undefined && evaluateCommand(rules, command) === "allow";
        },
      }),
    loadScrub,
    running,
    directory,
  });
  const watch = new RetryWatch();
  const delegate = createDelegateTool({
    ...verify,
    escalate: config.escalate,
    preset,
    sessions,
    producers: createProducerSessions(client),
    calls: createCalls(client, log),
    watch,
    gatekeeper,
    files,
    define: (dispatch) => gatekeeper.define(dispatch),
    place: { base: directory, worktree, platform },
    configProblems,
    loadScrub,
    running,
    log,
  });
  const taskHook = createTaskHook({ gatekeeper, dispatches, preflight: verify.preflight, log });
  const registration = createCommandRegistration(log);
  const commandHooks = createCommandHooks({
    registered: registration.registered,
    annotations: new Annotations({ files, commands, place: { base: directory, worktree, platform } }),
    sessions,
    notes: createNotes(client, log),
    loadScrub,
    log,
  });
  const guardGraders = createGraderGuard(files);
  const scrubForGraders = createGraderScrub(loadScrub, log);

  return {
    config: async (input) => {
      await agents.config(input);
      await registration.config(input);
    },
    tool: { delegate },
    "command.execute.before": commandHooks.before,
    "tool.execute.before": async (input, output) => {
      await guardGraders(input, output);
      await taskHook.before(input, output);
    },
    "tool.execute.after": async (input, output) => {
      await scrubForGraders(input, output);
      await taskHook.after(input, output);
      await commandHooks.afterTool(input, output);
    },
    "tool.definition": teachCaller,
    "chat.message": createBackgroundHook({ gatekeeper, dispatches, sessions, log }),
    "chat.params": pinTemperature(verify.graderTemperature),
    "experimental.chat.system.transform": cleanSystemPrompt,
    event: createEventHook({
      running,
      watch,
      rest: commandHooks.rest,
      announce: () => {
        for (const problem of configProblems) log("error", `configuration: ${problem}`);
        if (configProblems.length > 0) showToast(client, [brokenConfig, ...configProblems].join("\n"));
      },
    }),
    dispose: async () => {
      running.stopAll();
      await exec.dispose();
    },
  };
};

const { name, ...agent } = graderAgent;
const hiddenGrader = { name, agent };

const brokenConfig = "The configuration can't be used, so nothing will be accepted.";
