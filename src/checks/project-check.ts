import type { ProjectCheck } from "../dod/dod.ts";
import type { CheckContext, Finding } from "./context.ts";
import { prepareCommand } from "./prepare-command.ts";
import { hasWorktree, locateProject, pathsOf } from "./project.ts";
import type { Target } from "./result.ts";
import { runInTurn, withTestCount } from "./script.ts";

/** `projectCheck`: the project's own command for a criterion exits 0, in its own directory, wherever the block's checks run. */
export async function checkProject(check: ProjectCheck, context: CheckContext): Promise<Finding> {
  if (check.command === undefined) return { outcome: "fail", reason: { code: "noCommand", missing: check.missing } };
  const command = check.command.trim();
  const place = await findPlace(check, context);
  const moved = await findMoved(place, context);
  if (moved !== undefined) return { ...moved, command };
  const inPlace = { ...context, base: place.directory };
  const preparation = await prepareCommand(check.command, inPlace);
  if (!preparation.ready) return { command, ...preparation.finding };
  return withTestCount(check, await runInTurn(check, preparation.prepared, inPlace));
}

type Place = Pick<ProjectCheck, "home" | "directory">;

/** Where the check runs: in a copy of its work tree, at the same place in the copy. */
async function findPlace({ root, home, directory }: ProjectCheck, context: CheckContext): Promise<Place> {
  if (root === undefined || !hasWorktree(context)) return { home, directory };
  const project = await locateProject(context, context.files);
  if (project.root === root) return { home, directory };
  const { join, relative } = pathsOf(context.platform);
  return { home: join(project.root, relative(root, home)), directory: join(project.root, relative(root, directory)) };
}

/** The directory was a real one when the plugin started. A link in its place would have something else judged. */
async function findMoved({ directory, home }: Place, context: CheckContext): Promise<Finding | undefined> {
  const { files, platform } = context;
  const real = await files.realPath(directory);
  if (real === directory) return undefined;
  const target: Target = { path: pathsOf(platform).relative(home, directory) || ".", base: home };
  if (real === undefined) return { outcome: "fail", reason: { code: "fileMissing", target } };
  return { outcome: "error", reason: { code: "pathEscapes", target: { ...target, realPath: real } } };
}
