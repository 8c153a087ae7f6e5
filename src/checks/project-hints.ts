import type { ProjectHints } from "../dod/infer.ts";
import type { Files } from "../ports/machine.ts";
import type { CommandSettings } from "./context.ts";
import { findPackageManager } from "./package-manager.ts";
import { locateProject, type ProjectPlace } from "./project.ts";
import { isPlaceholder, readScripts } from "./scripts.ts";

type Task = keyof ProjectHints;

const tasks = ["test", "build", "lint"] as const satisfies readonly Task[];

/**
 * The commands that a project really has: those of the configuration, else the scripts of the base directory's own
 * package.json, run with the project's package manager. Reads files and runs nothing.
 */
export async function readHints(
  place: ProjectPlace,
  commands: Pick<CommandSettings, Task>,
  files: Files,
): Promise<ProjectHints> {
  const unset = tasks.filter((task) => commands[task] === undefined);
  const scripts = unset.length > 0 ? await findScripts(unset, place, files) : {};
  const found = tasks.map((task) => [task, commands[task] ?? scripts[task]] as const);
  return Object.fromEntries(found.filter(([, command]) => command !== undefined));
}

async function findScripts(tasks: readonly Task[], place: ProjectPlace, files: Files): Promise<ProjectHints> {
  const project = await locateProject(place, files);
  // An ancestor's script would judge the ancestor's whole project.
  const found = await readScripts({ ...project, root: project.realBase }, files);
  if (found.status !== "read") return {};
  const { scripts } = found;
  const real = tasks.filter((task) => Object.hasOwn(scripts, task) && !isPlaceholder(scripts[task] ?? ""));
  if (real.length === 0) return {};
  const runner = await findPackageManager(project, files);
  return Object.fromEntries(real.map((task) => [task, commandOf(runner, task)]));
}

/** `bun test` and `bun build` are bun's own, and no scripts; npm's is spelt as the default of `testsPass` is. */
function commandOf(runner: string, task: Task): string {
  return runner === "npm" && task === "test" ? "npm test" : `${runner} run ${task}`;
}
