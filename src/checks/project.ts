import { posix, win32 } from "node:path";
import type { Files } from "../ports/machine.ts";

/** The directories that a check works in, with every link followed, and how paths are written there. */
export interface Project {
  /** The base directory: where commands run and relative paths begin. */
  readonly base: string;
  /** The base directory, links followed. */
  readonly realBase: string;
  /** The worktree's root, links followed, or the base directory where there is no worktree. */
  readonly root: string;
  /** Every name by which the two are known. */
  readonly names: readonly string[];
  /** Names of the project that this one is a copy of: what lies there is no more to be trusted. */
  readonly originalNames?: readonly string[];
  readonly platform: NodeJS.Platform;
}

export interface ProjectPlace {
  /** Absolute. */
  readonly base: string;
  /** Absolute; absent or a file system's root where there is no worktree. */
  readonly worktree?: string | undefined;
  readonly original?: { readonly names: readonly string[] } | undefined;
  readonly platform: NodeJS.Platform;
}

export async function locateProject(
  { base, worktree, original, platform }: ProjectPlace,
  files: Files,
): Promise<Project> {
  const realBase = (await files.realPath(base)) ?? base;
  const given = hasWorktree({ worktree, platform }) ? worktree : undefined;
  const root = given === undefined ? realBase : ((await files.realPath(given)) ?? given);
  const names = [...new Set([base, realBase, ...(given === undefined ? [] : [given]), root])];
  return { base, realBase, root, names, originalNames: original?.names ?? [], platform };
}

/** Whether there is a worktree: the host's `/` says that there is none. */
export function hasWorktree({ worktree, platform }: Pick<ProjectPlace, "worktree" | "platform">): boolean {
  const { dirname } = pathsOf(platform);
  return worktree !== undefined && worktree !== "" && dirname(worktree) !== worktree;
}

export function pathsOf(platform: NodeJS.Platform): typeof posix {
  return platform === "win32" ? win32 : posix;
}

/** Whether a path is a directory or lies below it, as text: links are the caller's business. */
export function isWithin(path: string, directory: string, platform: NodeJS.Platform): boolean {
  const { relative, isAbsolute, sep } = pathsOf(platform);
  const way = relative(directory, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** Whether a path lies in the project, or where commands run, by its own name or by that of what it leads to. */
export async function isInProject(path: string, project: Project, files: Files): Promise<boolean> {
  const names = [path, (await files.realPath(path)) ?? path];
  const places = [...project.names, ...(project.originalNames ?? [])];
  return names.some((name) => places.some((place) => isWithin(name, place, project.platform)));
}

/** The directories from the base up to the project's root, the base first. */
export function ascend(project: Project): string[] {
  const { dirname } = pathsOf(project.platform);
  const directories = [project.realBase];
  if (!isWithin(project.realBase, project.root, project.platform)) return directories;
  for (let at = project.realBase; at !== project.root && dirname(at) !== at; ) {
    at = dirname(at);
    directories.push(at);
  }
  return directories;
}
