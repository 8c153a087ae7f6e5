import type { Files } from "../ports/machine.ts";
import { isInProject, type Project, pathsOf } from "./project.ts";

/** A process's environment. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The directories of PATH, without relative and empty ones. */
export function splitSearchPath(env: Environment, platform: NodeJS.Platform): string[] {
  const { delimiter, isAbsolute } = pathsOf(platform);
  const value = readVariable(env, "PATH", platform) ?? "";
  const entries = value
    .split(delimiter)
    .map((entry) => (platform === "win32" ? entry.replace(/^"(.*)"$/, "$1") : entry));
  return [...new Set(entries.filter((entry) => isAbsolute(entry) && !isDriveless(entry, platform)))];
}

/** PATH as a check may use it: nothing in it lies in the project, where the producer could have put a program. */
export async function cleanSearchPath(env: Environment, project: Project, files: Files): Promise<string[]> {
  const entries = splitSearchPath(env, project.platform);
  const inside = await Promise.all(entries.map((entry) => isInProject(entry, project, files)));
  return entries.filter((_, index) => inside[index] !== true);
}

/** Names of variables are caseless on Windows. */
export function readVariable(env: Environment, name: string, platform: NodeJS.Platform): string | undefined {
  if (platform !== "win32") return env[name];
  const key = Object.keys(env).find((candidate) => candidate.toUpperCase() === name);
  return key === undefined ? undefined : env[key];
}

/** `\bin` on Windows is on whatever drive is current. */
function isDriveless(entry: string, platform: NodeJS.Platform): boolean {
  return platform === "win32" && /^[/\\](?![/\\])/.test(entry);
}
