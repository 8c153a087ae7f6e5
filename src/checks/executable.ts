import type { Files } from "../ports/machine.ts";
import { isProjectTool } from "./programs.ts";
import { ascend, isInProject, type Project, pathsOf } from "./project.ts";
import { type Environment, readVariable, splitSearchPath } from "./search-path.ts";

export type Executable =
  | { readonly found: true; readonly file: string }
  /** `ignored` is one that was there, but lies in the project. */
  | { readonly found: false; readonly ignored?: string };

/**
 * Finds the program that a name stands for. The project's own tools come from node_modules/.bin first. All others, the
 * package managers and node above all, come from PATH alone and never from inside the project, by whatever link.
 */
export async function findExecutable(
  program: string,
  hostEnv: Environment,
  project: Project,
  files: Files,
): Promise<Executable> {
  const names = candidateNames(program, project.platform, readVariable(hostEnv, "PATHEXT", project.platform));
  if (isProjectTool(program)) {
    const own = await findOwn(names, project, files);
    if (own !== undefined) return { found: true, file: own };
  }
  return findTrusted(names, splitSearchPath(hostEnv, project.platform), project, files);
}

/** The file names under which a program may be found: on Windows with its extension. */
export function candidateNames(program: string, platform: NodeJS.Platform, extensions?: string): string[] {
  if (platform !== "win32") return [program];
  const known = (extensions ?? ".COM;.EXE;.BAT;.CMD")
    .split(";")
    .filter((extension) => /^\.(com|exe|bat|cmd)$/i.test(extension));
  const lower = known.map((extension) => extension.toLowerCase());
  const own = lower.find((extension) => program.toLowerCase().endsWith(extension));
  return own === undefined ? lower.map((extension) => program + extension) : [program];
}

async function findOwn(names: readonly string[], project: Project, files: Files): Promise<string | undefined> {
  const { join } = pathsOf(project.platform);
  const candidates = ascend(project).flatMap((at) => names.map((name) => join(at, "node_modules", ".bin", name)));
  for (const candidate of candidates) if (await files.isExecutable(candidate)) return candidate;
  return undefined;
}

async function findTrusted(
  names: readonly string[],
  entries: readonly string[],
  project: Project,
  files: Files,
): Promise<Executable> {
  const { join } = pathsOf(project.platform);
  let ignored: string | undefined;
  for (const candidate of entries.flatMap((entry) => names.map((name) => join(entry, name)))) {
    if (!(await files.isExecutable(candidate))) continue;
    if (!(await isInProject(candidate, project, files))) return { found: true, file: candidate };
    ignored ??= candidate;
  }
  return ignored === undefined ? { found: false } : { found: false, ignored };
}
