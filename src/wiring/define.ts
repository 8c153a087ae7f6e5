import type { CommandPolicy } from "../checks/command.ts";
import { parse } from "../dod/parse.ts";
import type { Definition } from "../gate/delegation.ts";

/** Compiles the blocks of a prompt and holds every check against the policy, so that all problems come at once. */
export async function define(prompt: string, policy: CommandPolicy): Promise<Definition> {
  const { dods, problems, notes } = parse(prompt);
  if (dods.length === 0) return { dods, problems, notes };
  const { findCheckProblems } = await import("../checks/preflight.ts");
  const checkProblems = await findCheckProblems(dods, policy);
  const inOrder = [...problems, ...checkProblems].sort((a, b) => a.at.line - b.at.line || a.at.column - b.at.column);
  return { dods, problems: inOrder, notes };
}
