import type { FileExistsCheck } from "../dod/dod.ts";
import { type CheckContext, type Finding, passed } from "./context.ts";
import { inspect } from "./inspect.ts";
import { type Place, resolveTarget } from "./target.ts";

const observed =
  "only a comparison of the whole worktree shows that it changed, so that something other than the producer may have done it";

/** `fileExists`: there is a file or a directory and, where asked for, the producer created or changed it. */
export function checkFileExists(check: FileExistsCheck, context: CheckContext): Promise<Finding> {
  return inspect(check, context, async () => {
    const resolution = await resolveTarget(check.path, context);
    switch (resolution.status) {
      case "refused":
        return resolution.outcome;
      case "missing":
        return { outcome: "fail", reason: { code: "fileMissing", target: resolution.target } };
      case "there":
        return judgePlace(check, resolution.place, context);
    }
  });
}

async function judgePlace(
  check: FileExistsCheck,
  { target, path, facts }: Place,
  context: CheckContext,
): Promise<Finding> {
  if (facts.type === "other") return { outcome: "fail", reason: { code: "notAFile", target } };
  if (check.changed !== true) return passed;
  const answer = await context.wasChanged(path);
  switch (answer) {
    case "changed":
      return passed;
    case "observed":
      return { ...passed, notes: [observed] };
    case "unchanged":
      return { outcome: "fail", reason: { code: "unchanged", target } };
    case "noBase":
    case "unwatched":
      return { outcome: "error", reason: { code: "changeUnknown", why: answer, target } };
  }
}
