import { join } from "node:path";
import type { Files } from "../ports/machine.ts";

export interface UserPlace {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The user's home directory. */
  readonly home: string;
}

/** What settings files held, by path: a hash, or undefined where there was none. */
export type UserSettings = ReadonlyMap<string, string | undefined>;

const inHome = [".npmrc", ".yarnrc", ".yarnrc.yml", ".bunfig.toml"];

/** The files outside of a project by which a package manager may be told to run something else, or nothing. */
export function userSettingsFiles({ env, home }: UserPlace): string[] {
  const configured = [env["npm_config_userconfig"], env["NPM_CONFIG_USERCONFIG"]].filter((path) => path !== undefined);
  const pnpm = join(env["XDG_CONFIG_HOME"] || join(home, ".config"), "pnpm", "rc");
  return [...new Set([...inHome.map((name) => join(home, name)), pnpm, ...configured])];
}

export async function readUserSettings(paths: readonly string[], files: Pick<Files, "hash">): Promise<UserSettings> {
  return new Map(await Promise.all(paths.map(async (path) => [path, await files.hash(path)] as const)));
}

/** The paths of those that differ. */
export function changedSettings(before: UserSettings, after: UserSettings): string[] {
  return [...before].flatMap(([path, hash]) => (after.get(path) === hash ? [] : [path]));
}
