import { createClock } from "../adapters/clock.ts";
import { createExec } from "../adapters/exec.ts";
import { createFiles } from "../adapters/files.ts";
import { createGit } from "../adapters/git.ts";
import type { ChangedFile } from "../artefact/artefact.ts";
import type { ChangeAnswer } from "../checks/context.ts";
import { accept } from "../gate/accept.ts";
import { type ChangeQuestion, wasChanged } from "../gate/changes.ts";
import type { Definition } from "../gate/delegation.ts";
import type { ReadWork } from "../gate/requests.ts";
import type { Verdict } from "../gate/verdict.ts";
import type { Files, Git } from "../ports.ts";
import { createCheckRunner } from "../wiring/check-runner.ts";
import type { Progress } from "./progress.ts";
import type { Settings } from "./settings.ts";
import type { World } from "./world.ts";

export interface Judgement {
  readonly definition: Definition;
  /** Absolute. */
  readonly directory: string;
  readonly settings: Settings;
  /** What changed; undefined where there is nothing to compare with. */
  readonly changed: readonly ChangedFile[] | undefined;
  readonly progress: Progress;
}

/** Asks the gate that the plugin asks, about work that nobody in particular has done. */
export async function judge(judgement: Judgement, world: World): Promise<Verdict> {
  const { definition, directory, settings, changed, progress } = judgement;
  const { config, problems, worktree, project, inspectConfig } = settings;
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
      settings: {
        ...config.verify,
        configProblems: problems,
        required: config.requireProjectChecks ? project.checks : [],
      },
      signal: world.signal,
    },
    {
      files,
      clock,
      runChecks,
      grade: async () => ({ outcome: "error", why: "noHost", message: "" }),
      inspectConfig,
      projectChecksPinned: project.pinned,
    },
  );
  await exec.dispose();
  return verdict;
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
