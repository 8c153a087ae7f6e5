import type { CommandsConfig, ProjectCheckConfig } from "../config/config.ts";
import type { Origin } from "../config/understand.ts";
import type { ProjectCheck } from "../dod/dod.ts";
import type { EntryReading, Git, Head } from "../ports/repository.ts";
import { parseCommand } from "./command.ts";
import type { ProjectFiles } from "./commit-files.ts";
import type { ProjectCheckProblem } from "./project-check-problem.ts";
import { findMissingScript, readScripts } from "./scripts.ts";

export interface CommitContext {
  readonly commit: Head;
  readonly git: Pick<Git, "kindsAt">;
  readonly files: ProjectFiles;
  readonly platform: NodeJS.Platform;
  readonly config: { readonly commands: CommandsConfig };
}

/** What the commit lacks of that which the checks name: the checks as configured, and as they were made of that, in one order. */
export async function findPlaceProblems(
  configured: readonly ProjectCheckConfig[],
  checks: readonly ProjectCheck[],
  origin: Origin,
  context: CommitContext,
): Promise<ProjectCheckProblem[]> {
  const paths = checks.flatMap(({ directory, oraclePaths }) => [directory, ...oraclePaths]);
  const reading = await context.git.kindsAt(context.commit, paths);
  if (reading.status === "unreadable") {
    return [{ ...origin.place(["projectChecks"]), code: "noAnswer", message: reading.message }];
  }
  const found = checks.map(async (check, index) => {
    const { cwd, oraclePaths = [] } = configured[index] ?? {};
    const at = (...path: (string | number)[]) => origin.place(["projectChecks", index, ...path]);
    const problems: ProjectCheckProblem[] = [];
    const kind = kindIn(reading, check.directory);
    if (cwd !== undefined && kind !== "directory") problems.push({ ...at("cwd"), code: "noDirectory", cwd, kind });
    for (const [position, path] of check.oraclePaths.entries()) {
      const found = kindIn(reading, path);
      if (found === "file") continue;
      const oracle = oraclePaths[position] ?? path;
      problems.push({ ...at("oraclePaths", position), code: "noOracle", oracle, kind: found });
    }
    if (problems.length === 0) problems.push(...(await findScriptProblem(check, at("command"), context)));
    return problems;
  });
  return (await Promise.all(found)).flat();
}

function kindIn(reading: Extract<EntryReading, { status: "read" }>, path: string) {
  return reading.kinds.get(path);
}

/** A command that runs a script which isn't there would only fail once all the work is done. */
async function findScriptProblem(
  { command, directory }: ProjectCheck,
  place: ReturnType<Origin["place"]>,
  { commit, files, platform, config }: CommitContext,
): Promise<ProjectCheckProblem[]> {
  const parsed = parseCommand(command ?? "", config.commands);
  if (!parsed.ok) return [];
  const project = { base: directory, realBase: directory, root: commit.root, names: [directory], platform };
  const found = await readScripts(project, files);
  const missing = await findMissingScript(parsed.command, found, files, project);
  if (missing === undefined) return [];
  return [{ ...place, code: "noScript", script: missing.script, packageJson: missing.packageJson }];
}
