import type { Check } from "../dod/dod.ts";
import type { CheckContext, Finding } from "./context.ts";
import { checkFileContains } from "./file-contains.ts";
import { checkFileExists } from "./file-exists.ts";
import { checkProject } from "./project-check.ts";
import { checkRun } from "./run.ts";
import { checkScript } from "./script.ts";

/** Gives a check to the runner of its kind. */
export async function runCheck(check: Check, context: CheckContext): Promise<Finding> {
  switch (check.kind) {
    case "run":
      return checkRun(check, context);
    case "testsPass":
    case "buildPasses":
    case "lintClean":
      return checkScript(check, context);
    case "projectCheck":
      return checkProject(check, context);
    case "fileExists":
      return checkFileExists(check, context);
    case "fileContains":
      return checkFileContains(check, context);
    case "schemaMatch": {
      // It brings the validator along, which takes time to load.
      const { checkSchemaMatch } = await import("./schema-match.ts");
      return checkSchemaMatch(check, context);
    }
  }
}
