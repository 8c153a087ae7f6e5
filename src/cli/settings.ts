import type { ProjectChecks } from "../checks/project-checks.ts";
import type { Config } from "../config/config.ts";
import { type LoadedConfig, loadConfig } from "../config/load.ts";
import { Pin } from "../config/pin.ts";
import type { Files } from "../ports/machine.ts";
import type { Git, History } from "../ports/repository.ts";
import { describeConfigProblem } from "../report/config-problems.ts";
import { describeProjectCheckProblem } from "../report/project-check-problems.ts";
import { findCommandProblems } from "../wiring/config-commands.ts";
import { loadProjectChecks } from "../wiring/project-checks.ts";
import type { World } from "./world.ts";

export interface Settings {
  readonly config: Config;
  /** Sentences; with one, nothing can be judged. */
  readonly problems: readonly string[];
  /** Absolute: the root of the repository, or `/` where there is none. */
  readonly worktree: string;
}

/** The configuration of the project that a directory belongs to, as the plugin would read it there without options of its own. */
export async function readSettings(
  directory: string,
  world: Pick<World, "env" | "home">,
  { files, history }: { readonly files: Files; readonly history: History },
): Promise<Settings> {
  const worktree = (await history.root(directory)) ?? "/";
  const { config, problems } = await loadConfig({ options: undefined, files, directory, worktree, ...world });
  return {
    config,
    problems: [...problems.map(describeConfigProblem), ...findCommandProblems(config.commands)],
    worktree,
  };
}

/** What judging needs besides. */
export interface GateSettings extends Settings {
  readonly project: ProjectChecks;
  readonly atStart: LoadedConfig["atStart"];
}

interface GateParts {
  readonly files: Files;
  readonly history: History;
  readonly git: Git;
}

/** The same with the project's own checks, and as the plugin takes it: from the commit, where the files are in it. */
export async function readGateSettings(
  directory: string,
  world: Pick<World, "env" | "home" | "platform">,
  { files, history, git }: GateParts,
): Promise<GateSettings> {
  const worktree = (await history.root(directory)) ?? "/";
  const pin = new Pin(git, directory);
  const { env, home, platform } = world;
  const loaded = await loadConfig({ options: undefined, files, directory, worktree, env, home, pin });
  const { config, originOf, atStart } = loaded;
  const request = { config, originOf, head: () => pin.head(), git, files, platform };
  const project = await loadProjectChecks(request, () => undefined);
  const problems = [
    ...loaded.problems.map(describeConfigProblem),
    ...findCommandProblems(config.commands),
    ...project.problems.map(describeProjectCheckProblem),
  ];
  return { config, problems, worktree, project, atStart };
}
