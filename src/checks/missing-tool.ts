import type { ExecOutcome } from "../ports/machine.ts";
import type { Command } from "./command.ts";
import { toPlainText } from "./plain-text.ts";
import { isPackageManager } from "./programs.ts";

/** npm says so where the package isn't there and may not be fetched, or can't be asked for. */
const npmRefusals: readonly RegExp[] = [
  /npx canceled due to missing packages and no YES option: \["(.+?)(?:@[^@"]*)?"/,
  /^npm (?:error|ERR!) code (?:ENOTCACHED|E404|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT)$/m,
  /^npm (?:error|ERR!) could not determine executable to run$/m,
];

/** Corepack's shim of yarn or pnpm, where it hasn't got the version that package.json names. */
const corepackRefusal = /^(?:\S+ Error: )?Network access disabled by the environment; can't reach /m;

/** How shells report a program that isn't there. */
const shellReports: readonly RegExp[] = [
  /^(?:\S*sh: )?(?:line )?(?:\d+: )?(\S+): (?:command )?not found$/m,
  /^(?:\S+: )?command not found: (\S+)$/m,
  /^(?:\S*sh: )?(?:line )?(?:\d+: )?(\S+): Permission denied$/m,
];

/** How cmd.exe does, which then exits 1. */
const cmdReport = /^'(.+)' is not recognized as an internal or external command/m;

/**
 * The tool that a package manager's command lacked, so that its failure says nothing about the work: the script's
 * program isn't there (exit 127, or 126 where it can't be executed), or npx would have had to install it.
 */
export function findMissingTool(
  command: Command,
  { end, stderrTail }: ExecOutcome,
  platform: NodeJS.Platform,
): string | undefined {
  if (end.by !== "exit" || end.exitCode === 0 || !isPackageManager(command.program)) return undefined;
  const stderr = toPlainText(stderrTail);
  const refused = runsPackages(command) ? firstMatch(npmRefusals, stderr) : undefined;
  if (refused !== undefined) return refused[1] ?? command.text;
  if (hasShim(command.program) && corepackRefusal.test(stderr)) return command.program;
  const unknown = platform === "win32" ? cmdReport.exec(stderr) : null;
  if (unknown !== null) return unknown[1];
  if (end.exitCode !== 127 && end.exitCode !== 126) return undefined;
  return firstMatch(shellReports, stderr)?.[1] ?? command.text;
}

function hasShim(program: string): boolean {
  return program === "yarn" || program === "pnpm";
}

function firstMatch(patterns: readonly RegExp[], text: string): RegExpExecArray | undefined {
  for (const pattern of patterns) {
    const match = pattern.exec(text);
    if (match !== null) return match;
  }
  return undefined;
}

function runsPackages({ program, args }: Command): boolean {
  return program === "npx" || (program === "npm" && args.some((word) => word === "exec" || word === "x"));
}
