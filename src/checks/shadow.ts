import type { Files } from "../ports/machine.ts";
import { isPackageManager } from "./programs.ts";
import { ascend, type Project, pathsOf } from "./project.ts";

/** What scripts are run by and with. Package managers look for all of it in the project's `.bin` folders first. */
const shells = ["sh", "bash", "dash", "zsh", "env", "cmd", "cmd.exe", "powershell"];
const runtimes = ["node", "npm", "npx", "pnpm", "yarn", "bun", "bunx", "corepack"];

export interface Shadow {
  readonly tool: string;
  readonly path: string;
}

/**
 * A file in a `node_modules/.bin` that would run in place of a shell or a runtime, and so decide every script's outcome.
 * Runtimes may come from a package that is installed there; shells come from nowhere but the machine.
 */
export async function findShadow(program: string, project: Project, files: Files): Promise<Shadow | undefined> {
  if (!isPackageManager(program)) return undefined;
  const { join } = pathsOf(project.platform);
  const suspects = ascend(project).flatMap((directory) =>
    [...shells, ...runtimes].map((tool) => ({ tool, path: join(directory, "node_modules", ".bin", tool) })),
  );
  const found = await Promise.all(
    suspects.map(async (suspect) => ((await isShadow(suspect, files)) ? suspect : undefined)),
  );
  return found.find((shadow) => shadow !== undefined);
}

async function isShadow({ tool, path }: Shadow, files: Files): Promise<boolean> {
  const real = await files.realPath(path);
  if (real === undefined) return false;
  return shells.includes(tool) || !/[\\/]node_modules[\\/](?!\.bin[\\/])/.test(real);
}
