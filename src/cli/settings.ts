import { createGit } from "../adapters/git.ts";
import type { ProjectChecks } from "../checks/project-checks.ts";
import type { Config } from "../config/config.ts";
import { loadConfig } from "../config/load.ts";
import { Pin } from "../config/pin.ts";
import { type FileNote, inspectConfigFiles } from "../config/watch.ts";
import type { Files, History } from "../ports.ts";
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
  readonly project: ProjectChecks;
  readonly inspectConfig: () => Promise<readonly FileNote[]>;
}

/** The configuration of the project that a directory belongs to, as the plugin would read it there without options of its own. */
export async function readSettings(
  directory: string,
  world: Pick<World, "env" | "home" | "platform">,
  { files, history }: { readonly files: Files; readonly history: History },
): Promise<Settings> {
  const worktree = (await history.root(directory)) ?? "/";
  const git = createGit();
  const pin = new Pin(git, directory);
  const loaded = await loadConfig({ options: undefined, files, directory, worktree, pin, ...world });
  const { config, problems, atStart } = loaded;
  // What breaks down is among the problems as well.
  const log = () => undefined;
  const project = await loadProjectChecks({ ...loaded, ...world, head: () => pin.head(), git, files }, log);
  return {
    config,
    problems: [
      ...problems.map(describeConfigProblem),
      ...findCommandProblems(config.commands),
      ...project.problems.map(describeProjectCheckProblem),
    ],
    worktree,
    project,
    inspectConfig: () => inspectConfigFiles(atStart, files),
  };
}
