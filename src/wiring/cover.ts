import { isWithin, type ProjectPlace, pathsOf } from "../checks/project.ts";
import { coverCriteria } from "../dod/cover.ts";
import type { Dod, ProjectCheck } from "../dod/dod.ts";
import type { Files } from "../ports/machine.ts";

export interface CoverParts {
  readonly projectChecks: readonly ProjectCheck[];
  readonly files: Files;
  readonly place: Pick<ProjectPlace, "base" | "platform">;
}

/**
 * Hands criteria over to the project's own commands, for work that is judged inside the project. Elsewhere, in another
 * repository or a further work tree of this one, these commands would judge something else than the work.
 */
export async function cover(
  dods: readonly Dod[],
  directory: string | undefined,
  { projectChecks, files, place }: CoverParts,
): Promise<readonly Dod[]> {
  if (projectChecks.length === 0 || dods.every(({ criteria }) => criteria.length === 0)) return dods;
  const base = directory ?? place.base;
  const homes = [...new Set(projectChecks.map(({ home }) => home))];
  const inside = await Promise.all(homes.map((home) => belongsTo(base, home, files, place.platform)));
  const usable = projectChecks.filter(({ home }) => inside[homes.indexOf(home)]);
  return dods.map((dod) => coverCriteria(dod, usable));
}

/** Whether a directory is a part of the project, and no repository of its own within it. */
async function belongsTo(base: string, home: string, files: Files, platform: NodeJS.Platform): Promise<boolean> {
  const { dirname, join } = pathsOf(platform);
  const real = (await files.realPath(base)) ?? base;
  if (!isWithin(real, home, platform)) return false;
  for (let at = real; at !== home && dirname(at) !== at; at = dirname(at)) {
    if ((await files.stat(join(at, ".git"))) !== undefined) return false;
  }
  return true;
}
