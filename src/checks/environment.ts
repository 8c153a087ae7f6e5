import { isPackageManager } from "./programs.ts";
import { pathsOf } from "./project.ts";
import type { Environment } from "./search-path.ts";

/** What a check doesn't inherit, in lower case. */
const dropped: readonly RegExp[] = [
  // The host's own, which a check is no part of.
  /^opencode/,
  /^dod_gate/,
  // What npm leaves to the programs it runs, where the host was started by it.
  /^npm_(lifecycle|package)_/,
  /^(npm_command|npm_execpath|npm_node_execpath|init_cwd)$/,
  /^npm_config_(local_prefix|global_prefix|user_agent|node_gyp|npm_version|init_module)$/,
  // Options that would make a package manager run elsewhere, run nothing, or print otherwise.
  /^npm_config_(workspaces?|include_workspace_root|if_present|global|location|package|call|dry_run|json|loglevel)$/,
  /^npm_config_(yes|update_notifier|audit|fund|color)$/,
  // How a Node process speaks to the one that started it.
  /^(node_channel_fd|node_channel_serialization_mode|node_unique_id|node_test_context)$/,
  /^(force_color|clicolor_force|path)$/,
];

/** For every check. */
const fixed: Readonly<Record<string, string>> = {
  CI: "true",
  NO_COLOR: "1",
  // npx and `npm exec` refuse to fetch what isn't installed, instead of doing so because nobody can be asked.
  npm_config_yes: "false",
  npm_config_update_notifier: "false",
  npm_config_audit: "false",
  npm_config_fund: "false",
  NO_UPDATE_NOTIFIER: "1",
  COREPACK_ENABLE_NETWORK: "0",
  COREPACK_ENABLE_DOWNLOAD_PROMPT: "0",
  // pnpm from 11 on: neither install before a script nor fetch the version that package.json names.
  pnpm_config_verify_deps_before_run: "false",
  pnpm_config_pm_on_fail: "ignore",
  pnpm_config_update_notifier: "false",
  YARN_DISABLE_SELF_UPDATE_CHECK: "1",
  YARN_ENABLE_TELEMETRY: "0",
};

/** For one program alone. */
const perProgram: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // The same for pnpm up to 10. npm would warn about them.
  pnpm: { npm_config_verify_deps_before_run: "false", npm_config_manage_package_manager_versions: "false" },
  // It asks the registry about what isn't installed before it refuses to install it.
  npx: { npm_config_fetch_retries: "0" },
};

export interface EnvironmentSource {
  readonly hostEnv: Environment;
  /** PATH's entries, without those that can't be trusted. */
  readonly searchPath: readonly string[];
  readonly program: string;
  readonly platform: NodeJS.Platform;
}

/** The whole environment of a check's program. */
export function checkEnvironment({
  hostEnv,
  searchPath,
  program,
  platform,
}: EnvironmentSource): Record<string, string> {
  const env: Record<string, string> = {};
  const replaced = { ...fixed, ...(Object.hasOwn(perProgram, program) ? perProgram[program] : {}) };
  const names = new Set(Object.keys(replaced).map((name) => name.toLowerCase()));
  for (const [name, value] of Object.entries(hostEnv)) {
    const lower = name.toLowerCase().replaceAll("-", "_");
    if (value === undefined || names.has(lower) || dropped.some((pattern) => pattern.test(lower))) continue;
    env[name] = value;
  }
  return { ...env, ...replaced, PATH: searchPath.join(pathsOf(platform).delimiter) };
}

/** The arguments, with those before them by which a program refuses to install. */
export function refuseInstalling(program: string, args: readonly string[]): readonly string[] {
  if (!isPackageManager(program)) return args;
  switch (program) {
    case "npx":
      return ["--no", ...args];
    // Else bun fetches what a file imports, where there is no node_modules.
    case "bun":
      return ["--no-install", ...args];
    case "npm":
    case "pnpm":
    case "yarn":
      return args;
  }
}
