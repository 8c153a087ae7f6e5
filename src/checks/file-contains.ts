import type { FileContainsCheck } from "../dod/dod.ts";
import { type CheckContext, type Finding, passed, stopped } from "./context.ts";
import { inspect } from "./inspect.ts";
import { judgeReading } from "./reading.ts";
import { resolveTarget } from "./target.ts";

/** `fileContains`: there is a regular file that holds the text. */
export function checkFileContains(check: FileContainsCheck, context: CheckContext): Promise<Finding> {
  return inspect(check, context, async () => {
    const resolution = await resolveTarget(check.path, context);
    if (resolution.status === "refused") return resolution.outcome;
    if (resolution.status === "missing")
      return { outcome: "fail", reason: { code: "fileMissing", target: resolution.target } };
    const { target, real, facts } = resolution.place;
    if (facts.type !== "file") return { outcome: "fail", reason: { code: "notAFile", target } };
    const found = await context.files.find(real, check.text, context.signal);
    if (context.signal.aborted) return stopped;
    switch (found.status) {
      case "found":
        return passed;
      case "notFound":
        return { outcome: "fail", reason: { code: "textMissing", target, text: check.text } };
      default:
        return judgeReading(found, target);
    }
  });
}
