import { findObjection } from "./approval.ts";
import { type Command, parseCommand } from "./command.ts";
import type { CheckContext, Finding } from "./context.ts";
import { checkEnvironment, refuseInstalling } from "./environment.ts";
import { findExecutable } from "./executable.ts";
import { isWithin, locateProject, type Project, pathsOf } from "./project.ts";
import type { Scripts } from "./script-echo.ts";
import { echoedScripts, findMissingScript, readScripts } from "./scripts.ts";
import { cleanSearchPath } from "./search-path.ts";
import { findShadow } from "./shadow.ts";

/** A command that may run, and how. */
export interface PreparedCommand {
  readonly command: Command;
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly project: Project;
  /** The scripts whose text the output may hold without the program having printed it. */
  readonly scripts: Scripts | undefined;
}

export type Preparation =
  | { readonly ready: true; readonly prepared: PreparedCommand }
  | { readonly ready: false; readonly finding: Finding };

/** Takes a command through everything that may stand in its way, without running anything. */
export async function prepareCommand(text: string, context: CheckContext): Promise<Preparation> {
  const parsed = parseCommand(text, context.commands);
  if (!parsed.ok) return refuse({ outcome: "error", reason: { code: "refused", problems: parsed.problems } });
  const { command } = parsed;
  const project = await locateProject(context, context.files);
  const objection = (await objectToPlace(project, context)) ?? (await findObjection("bash", command.text, context));
  if (objection !== undefined) return refuse(objection);
  const found = await readScripts(project, context.files);
  const reason = await findMissingScript(command, found, context.files, project);
  if (reason !== undefined) return refuse({ outcome: "fail", reason });
  const executable = await findExecutable(command.program, context.hostEnv, project, context.files);
  if (!executable.found) {
    const { ignored } = executable;
    const missing = {
      code: "toolMissing",
      tool: command.program,
      ...(ignored === undefined ? {} : { ignored }),
    } as const;
    return refuse({ outcome: "error", reason: missing });
  }
  const shadow = await findShadow(command.program, project, context.files);
  if (shadow !== undefined) return refuse({ outcome: "error", reason: { code: "shadowed", ...shadow } });
  const searchPath = await cleanSearchPath(context.hostEnv, project, context.files);
  return {
    ready: true,
    prepared: {
      command,
      project,
      file: executable.file,
      args: refuseInstalling(command.program, command.args),
      env: checkEnvironment({ ...context, searchPath, program: command.program }),
      scripts: echoedScripts(command, found),
    },
  };
}

function refuse(finding: Finding): Preparation {
  return { ready: false, finding };
}

/** A base directory outside the worktree is as foreign to the caller as any other directory there. */
async function objectToPlace(project: Project, context: CheckContext) {
  if (isWithin(project.realBase, project.root, project.platform)) return undefined;
  return findObjection("external_directory", pathsOf(project.platform).join(project.realBase, "*"), context);
}
