import type { ProjectChecks, ProjectChecksRequest } from "../checks/project-checks.ts";
import type { Log } from "../ports/machine.ts";
import { contain } from "./boundary.ts";

const none: ProjectChecks = { checks: [], problems: [], pinned: true };

/** The project's checks; what reads them is loaded where there are any. Whatever breaks down is a problem, and never silence. */
export async function loadProjectChecks(request: ProjectChecksRequest, log: Log): Promise<ProjectChecks> {
  const { projectChecks, requireProjectChecks, compat } = request.config;
  if (projectChecks.length === 0 && !requireProjectChecks && compat.verifyCommand === "off") return none;
  return contain(
    "project checks",
    log,
    async () => (await import("../checks/project-checks.ts")).settleProjectChecks(request),
    (message) => ({ ...none, problems: [{ file: "projectChecks", path: "", code: "noAnswer", message }] }),
  );
}
