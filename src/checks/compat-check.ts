import type { CommandsConfig, CompatConfig } from "../config/config.ts";
import type { MissingCommand, ProjectCheck, VerifyFile } from "../dod/dod.ts";
import { parseCommand } from "./command.ts";
import type { ProjectFiles } from "./commit-files.ts";
import { pathsOf } from "./project.ts";
import type { ProjectCheckProblem } from "./project-check-problem.ts";
import { readVerifyCommand, type VerifyReading } from "./verify-command.ts";

/** Bytes that a file may have whose lines are looked at. */
const mostBytes = 256 * 1024;

interface CompatContext {
  readonly files: ProjectFiles;
  readonly platform: NodeJS.Platform;
}

interface CompatCheck {
  readonly check: ProjectCheck;
  readonly problems: readonly ProjectCheckProblem[];
}

/** The criterion that a project's verify command decides. */
const criterion = "project verify command";

/** The project check whose command a file of the project names, as other tools have it. */
export async function compatCheck(
  home: string,
  config: { readonly compat: CompatConfig; readonly commands: CommandsConfig },
  context: CompatContext,
): Promise<CompatCheck> {
  const { verifyCommand } = config.compat;
  const candidates: VerifyFile[] =
    verifyCommand === "auto" || verifyCommand === "off" ? ["init.sh", "VERIFICATION.md"] : [verifyCommand];
  const base = { kind: "projectCheck", at: { line: 1, column: 1 }, criterion, home, directory: home } as const;
  for (const file of candidates) {
    const reading = await readFile(file, home, context);
    switch (reading.status) {
      case "noLine":
        continue;
      case "unusable":
        return { check: { ...base, oraclePaths: [], missing: reading.missing }, problems: [] };
      case "found": {
        const { command, line } = reading;
        const parsed = parseCommand(command, config.commands);
        const place = { file, path: "", line, column: 1 };
        return {
          check: { ...base, oraclePaths: [], command },
          problems: parsed.ok ? [] : parsed.problems.map((problem) => ({ ...place, code: "refusedCommand", problem })),
        };
      }
    }
  }
  const missing: MissingCommand = { code: "noLine", files: candidates };
  return { check: { ...base, oraclePaths: [], missing }, problems: [] };
}

async function readFile(file: VerifyFile, home: string, { files, platform }: CompatContext): Promise<VerifyReading> {
  const outcome = await files.read(pathsOf(platform).join(home, file), mostBytes);
  switch (outcome.status) {
    case "ok":
      return readVerifyCommand(file, outcome.text);
    case "missing":
      return { status: "noLine" };
    case "notAFile":
    case "tooLarge":
    case "unreadable":
      return { status: "unusable", missing: { code: "unreadableFile", file, why: outcome.status } };
  }
}
