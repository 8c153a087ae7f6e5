import type { ProjectCheck } from "../dod/dod.ts";
import type { ProjectFiles } from "./commit-files.ts";
import { findPackageManager } from "./package-manager.ts";
import { isPlaceholder, readScripts } from "./scripts.ts";

/** The script that stands for all others, where a project has it. */
const whole = "check";
const parts = ["typecheck", "lint", "test", "build"];

/** What verifies a project that has to be verified and doesn't say how: the scripts of its own package.json. */
export async function scriptChecks(
  home: string,
  { files, platform }: { readonly files: ProjectFiles; readonly platform: NodeJS.Platform },
): Promise<ProjectCheck[]> {
  const project = { base: home, realBase: home, root: home, names: [home], platform };
  const found = await readScripts(project, files);
  const scripts = found.status === "read" ? found.scripts : {};
  const isThere = (name: string) => Object.hasOwn(scripts, name) && !isPlaceholder(scripts[name] ?? "");
  const names = isThere(whole) ? [whole] : parts.filter(isThere);
  const checkOf = (name: string) =>
    ({
      kind: "projectCheck",
      at: { line: 1, column: 1 },
      criterion: `project script: ${name}`,
      home,
      directory: home,
      oraclePaths: [],
    }) as const;
  if (names.length === 0) return [{ ...checkOf(whole), missing: { code: "noScript", scripts: [whole, ...parts] } }];
  const runner = await findPackageManager(project, files);
  return names.map((name) => ({ ...checkOf(name), command: `${runner} run ${name}` }));
}
