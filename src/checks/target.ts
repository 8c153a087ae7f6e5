import type { FileFacts } from "../ports/machine.ts";
import { findObjection } from "./approval.ts";
import type { CheckContext } from "./context.ts";
import { isWithin, locateProject, type Project, pathsOf } from "./project.ts";
import type { CheckOutcome, Target } from "./result.ts";

/** A place that a file check may look at. */
export interface Place {
  readonly target: Target;
  /** Absolute, as the author wrote it. */
  readonly path: string;
  /** Absolute, links followed: what is really looked at. */
  readonly real: string;
  readonly facts: FileFacts;
}

export type Resolution =
  | { readonly status: "there"; readonly place: Place }
  | { readonly status: "missing"; readonly target: Target }
  | { readonly status: "refused"; readonly outcome: CheckOutcome };

/**
 * Finds what a path leads to. A relative path can't be written so that it leaves the base directory; whatever lies
 * outside the project, by name or by links, needs the caller's `external_directory` permission before it is touched.
 */
export async function resolveTarget(path: string, context: CheckContext): Promise<Resolution> {
  const project = await locateProject(context, context.files);
  const { isAbsolute, resolve, join } = pathsOf(context.platform);
  const absolute = isAbsolute(path);
  const target: Target = absolute ? { path } : { path, base: context.base };
  const full = absolute ? resolve(path) : join(context.base, path);
  if (!absolute && !isWithin(full, context.base, context.platform)) return refuse({ code: "pathEscapes", target });
  return resolveWithin(full, target, project, context);
}

async function resolveWithin(
  path: string,
  target: Target,
  project: Project,
  context: CheckContext,
): Promise<Resolution> {
  const before = isOutside(path, project) ? await objectTo(path, context) : undefined;
  if (before !== undefined) return { status: "refused", outcome: before };
  const real = await context.files.realPath(path);
  const led = real ?? (await followParents(path, context));
  if (isOutside(led, project) && !(isOutside(path, project) && sameDirectory(led, path, context))) {
    const objection = await objectTo(led, context);
    if (objection !== undefined) return { status: "refused", outcome: objection };
  }
  const named = nameLinks(target, led, path, project);
  if (real === undefined) return { status: "missing", target: named };
  const facts = await context.files.stat(real);
  if (facts === undefined) return { status: "missing", target: named };
  return { status: "there", place: { target: named, path, real, facts } };
}

/** A name is inside by whatever name the project goes; only what links really lead to is compared with its real place. */
function isOutside(path: string, project: Project): boolean {
  const { platform, realBase, root } = project;
  const places = isWithin(realBase, root, platform)
    ? project.names
    : project.names.filter((name) => isWithin(name, root, platform));
  return !places.some((place) => isWithin(path, place, platform));
}

async function objectTo(path: string, context: CheckContext) {
  const { dirname, join } = pathsOf(context.platform);
  return findObjection("external_directory", join(dirname(path), "*"), context);
}

function sameDirectory(one: string, other: string, { platform }: CheckContext): boolean {
  const { dirname } = pathsOf(platform);
  return dirname(one) === dirname(other);
}

/** Where a path that isn't there would be: the part of it that is there may lead elsewhere. */
async function followParents(path: string, { files, platform }: CheckContext): Promise<string> {
  const { dirname, join, relative } = pathsOf(platform);
  for (let at = dirname(path); ; at = dirname(at)) {
    const real = await files.realPath(at);
    if (real !== undefined) return join(real, relative(at, path));
    if (dirname(at) === at) return path;
  }
}

/** Says where links led, unless it is the very same place under the base directory's real name. */
function nameLinks(target: Target, led: string, path: string, { base, realBase, platform }: Project): Target {
  const { join, relative } = pathsOf(platform);
  const expected = isWithin(path, base, platform) ? join(realBase, relative(base, path)) : path;
  return led === expected || led === path ? target : { ...target, realPath: led };
}

function refuse(reason: Extract<CheckOutcome, { outcome: "error" }>["reason"]): Resolution {
  return { status: "refused", outcome: { outcome: "error", reason } };
}
