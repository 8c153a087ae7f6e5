import type { Plugin } from "@opencode-ai/plugin";
import { createClock } from "./adapters/clock.ts";
import { createFiles } from "./adapters/files.ts";
import { createGit } from "./adapters/git/git.ts";
import { createRepositories } from "./adapters/git/repositories.ts";
import { createCalls } from "./adapters/host/calls.ts";
import { createConversations } from "./adapters/host/conversations.ts";
import { createGraderSessions } from "./adapters/host/grader-sessions.ts";
import { createLog, showToast } from "./adapters/host/log.ts";
import { createNotes } from "./adapters/host/notes.ts";
import { findOneShot } from "./adapters/host/one-shot.ts";
import { createProducerSessions } from "./adapters/host/producer-sessions.ts";
import { createSessions } from "./adapters/host/sessions.ts";
import { hostSurroundings } from "./adapters/host-surroundings.ts";
import { createExec } from "./adapters/process/exec.ts";
import { findGit } from "./checks/find-git.ts";
import { evaluateCommand } from "./checks/permission.ts";
import { dataDirectory } from "./config/data-directory.ts";
import { loadConfig } from "./config/load.ts";
import { Pin } from "./config/pin.ts";
import { presetInForce } from "./config/presets.ts";
import { inspectConfigFiles } from "./config/watch.ts";
import { graderAgent, graderRules } from "./grader/agent.ts";
import { userSettingsFiles } from "./integrity/user-settings.ts";
import { describeConfigProblem } from "./report/config-problems.ts";
import { describeProjectCheckProblem } from "./report/project-check-problems.ts";
import { announceConfig } from "./wiring/announce-config.ts";
import { createCheckRunner } from "./wiring/check-runner.ts";
import { createCommandHooks } from "./wiring/commands/command-hooks.ts";
import { createCommandRegistration } from "./wiring/commands/register-commands.ts";
import { findCommandProblems } from "./wiring/config-commands.ts";
import { define } from "./wiring/define.ts";
import { createDelegateTool } from "./wiring/delegate/delegate-tool.ts";
import { RetryWatch } from "./wiring/delegate/retry-watch.ts";
import { createEventHook } from "./wiring/event-hook.ts";
import { Gatekeeper } from "./wiring/gatekeeper.ts";
import {
  cleanSystemPrompt,
  createGraderGuard,
  createGraderScrub,
  pinTemperature,
} from "./wiring/grader/grader-hooks.ts";
import { createGraderRunner } from "./wiring/grader/grader-runner.ts";
import { graders } from "./wiring/grader/graders.ts";
import { createTierChoice } from "./wiring/grader/tier-choice.ts";
import { createIntegrity } from "./wiring/integrity.ts";
import { Annotations } from "./wiring/plan/annotations.ts";
import { loadProjectChecks } from "./wiring/project-checks.ts";
import { createAgentRegistration } from "./wiring/register-agents.ts";
import { RunningGates } from "./wiring/running-gates.ts";
import { createBackgroundHook } from "./wiring/task/background.ts";
import { Dispatches } from "./wiring/task/dispatches.ts";
import { followLostDispatches } from "./wiring/task/lost-dispatches.ts";
import { createTaskHook } from "./wiring/task/task-hook.ts";
import { teachCaller } from "./wiring/teach.ts";
import { createTurnWiring, refuseToGrade } from "./wiring/turn/turn-wiring.ts";

/** Builds the plugin for one project: reads its configuration once, and hands the host a hook for each wiring. */
export const server: Plugin = async ({ client, directory, worktree }, options) => {
  const { env, home, platform } = hostSurroundings();
  const log = createLog(client);
  const files = createFiles();
  const git = createGit();
  const pin = new Pin(git, directory);
  const toast = (message: string, variant: "success" | "warning" | "error") => showToast(client, message, variant);
  const place = { base: directory, worktree, platform };
  const request = { directory, worktree, env, home, options, files, pin };
  const { config, problems, originOf, atStart } = await loadConfig(request);
  const { verify, commands } = config;
  const project = await loadProjectChecks({ config, originOf, head: () => pin.head(), git, files, platform }, log);
  const required = config.requireProjectChecks ? project.checks : [];
  const configProblems = [
    ...problems.map(describeConfigProblem),
    ...findCommandProblems(commands),
    ...project.problems.map(describeProjectCheckProblem),
  ];
  const inspectConfig = () => inspectConfigFiles(atStart, files);
  const preset = presetInForce(config);
  const agents = createAgentRegistration({ grader: hiddenGrader, preset, log });
  if (verify.require === "never" && configProblems.length === 0) return { config: agents.config };

  const exec = createExec();
  const clock = createClock();
  const sessions = createSessions(client);
  const conversations = createConversations(client);
  const oneShot = findOneShot();
  const running = new RunningGates();
  const dispatches = new Dispatches();
  const loadScrub = async () => (await import("./scrub/scrub.ts")).loadScrub();
  const tiers = createTierChoice({ preset, verify, registered: agents.registered.tiers, sessions });
  const repositories = createRepositories({
    data: dataDirectory({ env, home }, platform),
    hostEnv: env,
    findGit: (base) => findGit({ ...place, base }, env, files),
    log,
  });
  const { oracles } = config.integrity;
  const integrity = createIntegrity({
    ...{ repositories, files, clock, directory, oracles, log },
    settingsFiles: userSettingsFiles({ env, home }),
  });
  void repositories.sweep();
  const graderSessions = createGraderSessions({ client, rules: graderRules, register: graders, log });

  const gatekeeper = new Gatekeeper({
    sessions,
    conversations,
    ...(oneShot === undefined ? {} : { gradeTurn: refuseToGrade }),
    settings: { ...verify, configProblems, required },
    tools: {
      files,
      clock,
      runChecks: createCheckRunner({
        exec,
        files,
        git,
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
      openGuard: integrity.openGuard,
      abandon: integrity.abandon,
      inspectConfig,
      projectChecksPinned: project.pinned,
    },
    define: (dispatch) =>
      define(dispatch, {
        ...tiers,
        files,
        projectChecks: project.checks,
        commands,
        verify,
        place,
        mayRun: async (command, callerID) => {
          const rules = await sessions.permissions(callerID, undefined);
          return rules !== undefined && evaluateCommand(rules, command) === "allow";
        },
        required,
        takeBaseline: integrity.takeBaseline,
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
    place,
    configProblems,
    inspectConfig,
    loadScrub,
    running,
    log,
  });
  const taskHook = createTaskHook({ gatekeeper, dispatches, preflight: verify.preflight, log });
  const registration = createCommandRegistration(log);
  const commandHooks = createCommandHooks({
    registered: registration.registered,
    annotations: new Annotations({ files, commands, place }),
    sessions,
    notes: createNotes(client, log),
    loadScrub,
    log,
  });
  const background = createBackgroundHook({ gatekeeper, dispatches, sessions, log });
  const turns = createTurnWiring({
    ...config.turn,
    gatekeeper,
    sessions,
    conversations,
    oneShot,
    toast,
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
      await integrity.after(input, output);
      await scrubForGraders(input, output);
      await taskHook.after(input, output);
      await commandHooks.afterTool(input, output);
    },
    "tool.definition": teachCaller,
    "chat.message": async (input, output) => {
      // A turn tells the host's own messages by their being unmarked, and judging a background result marks it.
      await turns.receive(input, output);
      await background(input, output);
    },
    "chat.params": pinTemperature(verify.graderTemperature),
    "experimental.chat.system.transform": cleanSystemPrompt,
    event: createEventHook({
      running,
      watch,
      rest: commandHooks.rest,
      followTurns: turns.follow,
      followDispatches: followLostDispatches(dispatches, gatekeeper),
      announce: () => announceConfig({ problems: configProblems, atStart, toast, log }),
    }),
    dispose: async () => {
      await turns.finish();
      running.stopAll();
      await exec.dispose();
      await repositories.dispose();
    },
  };
};

const { name, ...agent } = graderAgent;
const hiddenGrader = { name, agent };
