import type { Config } from "../config/config.ts";
import { loadConfig } from "../config/load.ts";
import type { Files, History } from "../ports.ts";
import { describeConfigProblem } from "../report/config-problems.ts";
import { findCommandProblems } from "../wiring/config-commands.ts";
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
