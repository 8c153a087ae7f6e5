import { type LoadedConfig, loadConfig } from "../../src/config/load.ts";
import type { ConfigRequest } from "../../src/config/sources.ts";
import { type MemoryEntry, memoryFiles } from "../support/memory-files.ts";

export const globalFile = "/home/user/.config/opencode/dod-gate.jsonc";
export const projectFile = "/repo/.opencode/dod-gate.jsonc";

/** Loads the configuration of `/repo`, where nothing but these files is there. */
export function load(
  entries: Record<string, MemoryEntry>,
  request: Partial<Omit<ConfigRequest, "files">> = {},
): Promise<LoadedConfig> {
  return loadConfig({
    options: undefined,
    directory: "/repo",
    worktree: "/repo",
    env: {},
    home: "/home/user",
    ...request,
    files: memoryFiles({ "/repo": { kind: "directory" }, ...entries }),
  });
}

/** A project's configuration that sets one option. */
export function setting(section: string, option: string, value: unknown): Record<string, MemoryEntry> {
  return { [projectFile]: JSON.stringify({ [section]: { [option]: value } }) };
}
