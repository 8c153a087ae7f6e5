import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

export interface Surroundings {
  /** Absolute: where the host was started. */
  readonly directory: string;
  /** Absolute: the root of the repository, or `/` where there is none. */
  readonly worktree: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute: the user's home directory. */
  readonly home: string;
}

export interface ConfigFile {
  readonly path: string;
  /** The path as messages show it. */
  readonly shown: string;
  /** Absolute: the directory that it is about, for a project's own file; the global one is about none. */
  readonly home: string | undefined;
}

const fileName = "dod-gate.jsonc";

/** A project's own file, in whichever of its directories. */
export const configFile = `.opencode/${fileName}`;

/** Where configuration may lie: the weakest first, so that each file overrides those before it. */
export function configFiles(surroundings: Surroundings): ConfigFile[] {
  const root = projectRoot(surroundings);
  const project = isOn(surroundings.env.OPENCODE_DISABLE_PROJECT_CONFIG)
    ? []
    : directoriesBetween(root, surroundings.directory).map((directory) => join(directory, ".opencode", fileName));
  const global = join(hostConfigDirectory(surroundings), fileName);
  return [...(project.includes(global) ? [] : [global]), ...project].map((path) => ({
    path,
    shown: isWithin(root, path) ? relative(root, path) : path,
    home: project.includes(path) ? dirname(dirname(path)) : undefined,
  }));
}

function projectRoot({ directory, worktree }: Surroundings): string {
  return worktree === "/" || !isWithin(worktree, directory) ? directory : worktree;
}

function directoriesBetween(root: string, directory: string): string[] {
  const steps = relative(root, directory).split(sep).filter(Boolean);
  return [root, ...steps.map((_, index) => join(root, ...steps.slice(0, index + 1)))];
}

function hostConfigDirectory({ directory, env, home }: Surroundings): string {
  if (env.OPENCODE_CONFIG_DIR) return resolve(directory, env.OPENCODE_CONFIG_DIR);
  return resolve(directory, env.XDG_CONFIG_HOME || join(home, ".config"), "opencode");
}

function isWithin(directory: string, path: string): boolean {
  const way = relative(directory, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** The host's own reading of its switches. */
function isOn(value: string | undefined): boolean {
  return value === "1" || value?.toLowerCase() === "true";
}
