import { createClock } from "../adapters/clock.ts";
import { createFiles } from "../adapters/files.ts";
import { createGit } from "../adapters/git/git.ts";
import { createExec } from "../adapters/process/exec.ts";
import type { ChangedFile } from "../artefact/artefact.ts";
import type { ChangeAnswer } from "../checks/context.ts";
import { inspectConfigFiles } from "../config/watch.ts";
import { accept } from "../gate/accept.ts";
import { type ChangeQuestion, wasChanged } from "../gate/changes.ts";
import type { Definition } from "../gate/delegation.ts";
import type { ReadWork } from "../gate/requests.ts";
import type { Verdict } from "../gate/verdict.ts";
import type { Files } from "../ports/machine.ts";
import type { Git } from "../ports/repository.ts";
import { createCheckRunner } from "../wiring/check-runner.ts";
import { type CoverParts, cover } from "../wiring/cover.ts";
import type { Progress } from "./progress.ts";
import type { GateSettings } from "./settings.ts";
import type { World } from "./world.ts";

export interface Judgement {
  readonly definition: Definition;
  /** Absolute. */
  readonly directory: string;
  readonly settings: GateSettings;
  /** What changed; undefined where there is nothing to compare with. */
  readonly changed: readonly ChangedFile[] | undefined;
  readonly progress: Progress;
}

export interface Judged {
  readonly verdict: Verdict;
  /** Those that no command of the project decides. */
  readonly criteria: readonly string[];
}

/** Asks the gate that the plugin asks, about work that nobody in particular has done. */
export async function judge(judgement: Judgement, world: World): Promise<Judged> {
  const { directory, settings, changed, progress } = judgement;
  const { config, problems, worktree, project, atStart } = settings;
  const [files, clock, git, exec] = [createFiles(), createClock(), createGit(), createExec()];
  const runChecks = createCheckRunner({
    exec,
    files,
    git,
    clock,
    config,
    worktree,
    platform: world.platform,
    hostEnv: world.env,
    sessions: { permissions: async () => unbounded },
    changes: (question) => answerChange(question, changed !== undefined, files, git),
  });
  const place = { base: directory, platform: world.platform };
  const parts = { projectChecks: project.checks, files, place };
  const definition = await withProjectChecks(judgement.definition, config.requireProjectChecks, parts);
  const delegation = {
    callerID: "",
    caller: {},
    definition,
    directory,
    onPhase: progress.phase,
    onResult: progress.result,
  };
  const verdict = await accept(
    {
      delegation,
      wiring: "command",
      reading: workOf(changed ?? []),
      settings: { ...config.verify, configProblems: problems },
      signal: world.signal,
    },
    {
      files,
      clock,
      runChecks,
      grade: async () => ({ outcome: "error", why: "noHost", message: "" }),
      openGuard: async () => ({ ok: false, message: "there was no dispatch" }),
      inspectConfig: () => inspectConfigFiles(atStart, files),
      projectChecksPinned: project.pinned,
    },
  );
  await exec.dispose();
  return { verdict, criteria: definition.dods.flatMap((dod) => dod.criteria) };
}

/**
 * Hands criteria over to the project's commands. Those that are required for all work which changed files are asked for here
 * in any case: nobody knows whether any did.
 */
async function withProjectChecks(definition: Definition, required: boolean, parts: CoverParts): Promise<Definition> {
  const dods = await cover(definition.dods, undefined, parts);
  if (!required || parts.projectChecks.length === 0) return { ...definition, dods };
  const at = { line: 1, column: 1 };
  return { ...definition, dods: [...dods, { source: "explicit", at, checks: parts.projectChecks, criteria: [] }] };
}

/** Outside the host there is no caller whose rules would bound the checks. */
const unbounded = [{ permission: "*", pattern: "*", action: "allow" }] as const;

function workOf(changedFiles: readonly ChangedFile[]): ReadWork {
  return {
    status: "read",
    artefact: {
      changedFiles,
      finalReturnText: "(no producer)",
      declaredOutputs: [],
      attribution: "known",
      untracked: [],
    },
    diffs: new Map(),
    sessionIDs: [],
    actors: [],
  };
}

/** Git's list answers for what git watches. That a place isn't in it says nothing where git wouldn't list it. */
async function answerChange(
  question: ChangeQuestion,
  isCompared: boolean,
  files: Files,
  git: Git,
): Promise<ChangeAnswer> {
  if (!isCompared) return "noBase";
  const answer = await wasChanged(question, files, git);
  if (answer !== "unchanged") return answer;
  return (await git.isIgnored(question.path, question.directory)) === false ? "unchanged" : "unwatched";
}
