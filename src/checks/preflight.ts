import { type Check, type Dod, isCommandCheck, type Position } from "../dod/dod.ts";
import { type CommandPolicy, parseCommand } from "./command.ts";
import type { CommandProblem } from "./command-problem.ts";

/** Why a check can't be used as it is written; found before anything is spent. */
export type CheckProblem = { readonly at: Position } & (
  | { readonly code: "command"; readonly command: string; readonly problem: CommandProblem }
  | { readonly code: "schemaUnusable"; readonly message: string }
);

/** Holds every check against the policy, and compiles every inline schema. */
export async function findCheckProblems(dods: readonly Dod[], policy: CommandPolicy): Promise<CheckProblem[]> {
  const checks = dods.flatMap((dod) => dod.checks);
  return (await Promise.all(checks.map((check) => findProblems(check, policy)))).flat();
}

async function findProblems(check: Check, policy: CommandPolicy): Promise<CheckProblem[]> {
  if (isCommandCheck(check)) return findCommandProblems(check, policy);
  return check.kind === "schemaMatch" ? findSchemaProblems(check.schema, check.at) : [];
}

function findCommandProblems(
  { command, at }: Pick<Check, "at"> & { command?: string },
  policy: CommandPolicy,
): CheckProblem[] {
  if (command === undefined) return [];
  const parsed = parseCommand(command, policy);
  return parsed.ok ? [] : parsed.problems.map((problem) => ({ at, code: "command", command, problem }));
}

async function findSchemaProblems(schema: string, at: Position): Promise<CheckProblem[]> {
  if (!schema.trimStart().startsWith("{")) return [];
  const { readSchema } = await import("./schema.ts");
  const compiled = await readSchema(schema);
  return compiled.ok ? [] : [{ at, code: "schemaUnusable", message: compiled.message }];
}
