import { parseCommand } from "../checks/command.ts";
import type { CommandsConfig } from "../config/config.ts";
import { describeCommandProblem } from "../report/command-problems.ts";

/** What is wrong with the commands of the configuration: every check that names no command would be refused for it. */
export function findCommandProblems(commands: CommandsConfig): string[] {
  return (["test", "build", "lint"] as const).flatMap((name) => {
    const text = commands[name];
    if (text === undefined) return [];
    const parsed = parseCommand(text, commands);
    return parsed.ok ? [] : parsed.problems.map((problem) => `commands.${name}: ${describeCommandProblem(problem)}`);
  });
}
