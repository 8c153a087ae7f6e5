import type { Config, ProjectCheckConfig } from "../config/config.ts";
import type { Origin } from "../config/understand.ts";
import type { ProjectCheck } from "../dod/dod.ts";
import type { Files } from "../ports/machine.ts";
import type { Git, HeadReading } from "../ports/repository.ts";
import { parseCommand } from "./command.ts";
import { commitFiles, type ProjectFiles } from "./commit-files.ts";
import { compatCheck } from "./compat-check.ts";
import { scriptChecks } from "./default-checks.ts";
import { pathsOf } from "./project.ts";
import { findPlaceProblems } from "./project-check-places.ts";
import type { ProjectCheckProblem } from "./project-check-problem.ts";

export interface ProjectChecksRequest {
  readonly config: Pick<Config, "projectChecks" | "requireProjectChecks" | "compat" | "commands">;
  /** Where a setting comes from; undefined where nobody made it. */
  readonly originOf: (setting: "projectChecks" | "requireProjectChecks" | "compat") => Origin | undefined;
  /** The commit that the project stands on; asked only where there is a project check. */
  readonly head: () => Promise<HeadReading>;
  readonly git: Pick<Git, "kindsAt" | "readAt">;
  readonly files: Files;
  readonly platform: NodeJS.Platform;
}

/** The commands that decide criteria, settled once and for all. */
export interface ProjectChecks {
  readonly checks: readonly ProjectCheck[];
  readonly problems: readonly ProjectCheckProblem[];
  /** Whether they were held against a commit: without one, they are taken as they are configured. */
  readonly pinned: boolean;
}

const none: ProjectChecks = Object.freeze({ checks: Object.freeze([]), problems: [], pinned: true });

/**
 * Settles the project's checks as they are when the plugin starts, from the commit that is checked out: what becomes of the
 * configuration or the work tree later changes none of them.
 */
export async function settleProjectChecks(request: ProjectChecksRequest): Promise<ProjectChecks> {
  const { config, originOf } = request;
  const origin = originOf("projectChecks");
  const compat = originOf("compat");
  const demand = originOf("requireProjectChecks");
  const wantsCompat = config.compat.verifyCommand !== "off" && compat !== undefined;
  const wantsDefaults = config.requireProjectChecks && demand !== undefined;
  if (config.projectChecks.length === 0 && !wantsCompat && !wantsDefaults) return none;

  const head = await request.head();
  const commit = head.status === "found" ? head.head : undefined;
  const files: ProjectFiles = commit === undefined ? request.files : commitFiles(commit, request.git);
  const context = { ...request, files, commit };
  const problems: ProjectCheckProblem[] = [];
  if (head.status === "unreadable") {
    const place = (origin ?? compat ?? demand)?.place([]) ?? { file: "", path: "" };
    problems.push({ ...place, code: "noAnswer", message: head.message });
  }
  const checks: ProjectCheck[] = [];
  if (origin !== undefined) {
    checks.push(...config.projectChecks.map((check) => checkOf(check, origin.home, request.platform)));
    problems.push(...findRefusals(config.projectChecks, origin, config.commands));
    if (commit !== undefined)
      problems.push(...(await findPlaceProblems(config.projectChecks, checks, origin, { ...context, commit })));
  }
  if (wantsCompat) {
    const found = await compatCheck(compat.home, config, context);
    if (!checks.some(({ criterion }) => criterion === found.check.criterion)) {
      checks.push(found.check);
      problems.push(...found.problems);
    }
  }
  if (wantsDefaults && checks.length === 0) checks.push(...(await scriptChecks(demand.home, context)));
  const settled = checks.map((check) => freeze(commit === undefined ? check : { ...check, root: commit.root }));
  return { checks: Object.freeze(settled), problems, pinned: commit !== undefined };
}

function checkOf(
  { criterion, command, cwd = ".", oraclePaths = [] }: ProjectCheckConfig,
  home: string,
  platform: NodeJS.Platform,
): ProjectCheck {
  const { join, resolve } = pathsOf(platform);
  return {
    kind: "projectCheck",
    // No block holds it.
    at: { line: 1, column: 1 },
    criterion,
    command,
    home,
    directory: resolve(join(home, cwd)),
    oraclePaths: oraclePaths.map((path) => resolve(join(home, path))),
  };
}

function findRefusals(
  checks: readonly ProjectCheckConfig[],
  origin: Origin,
  policy: Config["commands"],
): ProjectCheckProblem[] {
  return checks.flatMap(({ command }, index) => {
    const parsed = parseCommand(command, policy);
    if (parsed.ok) return [];
    const place = origin.place(["projectChecks", index, "command"]);
    return parsed.problems.map((problem) => ({ ...place, code: "refusedCommand", problem }) as const);
  });
}

function freeze(check: ProjectCheck): ProjectCheck {
  Object.freeze(check.at);
  Object.freeze(check.oraclePaths);
  return Object.freeze(check);
}
