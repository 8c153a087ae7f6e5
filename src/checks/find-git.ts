import type { Files } from "../ports/machine.ts";
import { findExecutable } from "./executable.ts";
import { locateProject, type ProjectPlace } from "./project.ts";
import type { Environment } from "./search-path.ts";

/** git's executable, from outside the project; undefined where there is none. */
export async function findGit(place: ProjectPlace, hostEnv: Environment, files: Files): Promise<string | undefined> {
  const found = await findExecutable("git", hostEnv, await locateProject(place, files), files);
  return found.found ? found.file : undefined;
}
