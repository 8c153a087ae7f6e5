import { join, relative } from "node:path";
import type { CheckContext, Finding } from "../checks/context.ts";
import { isWithin, locateProject } from "../checks/project.ts";
import { runCheck } from "../checks/registry.ts";
import type { Check } from "../dod/dod.ts";
import type { IsolatedCopy } from "../ports/repository.ts";

/**
 * Runs a check in a copy of the work tree with this root. What the caller was asked for in place is not asked again, what
 * isn't trusted there isn't trusted here, and no run in a copy goes on beside one in place.
 */
export async function runInCopy(
  check: Check,
  { copy, root }: { readonly copy: IsolatedCopy; readonly root: string },
  context: CheckContext,
): Promise<Finding> {
  const original = await locateProject(context, context.files);
  const move = (path: string) =>
    isWithin(path, root, context.platform) ? join(copy.root, relative(root, path)) : copy.root;
  const base = move(original.realBase);
  const isInside = isWithin(original.realBase, original.root, context.platform);
  return runCheck(check, {
    ...context,
    guard: undefined,
    base,
    worktree: isInside ? move(original.root) : undefined,
    original: { root: original.root, names: [...original.names, root] },
    permissions: { decide: async () => "allow" },
    hostEnv: environmentIn(base, context.hostEnv),
  });
}

/** Nothing in it leads git or a shell back to the original. */
function environmentIn(base: string, env: CheckContext["hostEnv"]): CheckContext["hostEnv"] {
  const kept = Object.entries(env).filter(([name]) => !/^(GIT_|OLDPWD$|INIT_CWD$)/i.test(name));
  return { ...Object.fromEntries(kept), PWD: base };
}
