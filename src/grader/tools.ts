import { basename, isAbsolute, resolve } from "node:path";
import type { Files } from "../ports/machine.ts";
import { isInside } from "./inside.ts";

/** The only tools that a grader's session may use. The host's own permissions can be opened by a user's "always". */
export const graderTools: ReadonlySet<string> = new Set(["read", "grep", "glob", "list"]);

export interface GraderCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Why a grader's tool call is refused: not a tool for graders, outside the base directory, or likely to hold secrets. */
export type CallRefusal = "tool" | "outside" | "secret";

/** Objects to what a grader may not do, links followed, so that no permission of the host can open it. */
export async function objectTo(
  { tool, input }: GraderCall,
  directory: string,
  files: Pick<Files, "realPath">,
): Promise<CallRefusal | undefined> {
  if (!graderTools.has(tool)) return "tool";
  const path = input[tool === "read" ? "filePath" : "path"] ?? ".";
  if (typeof path !== "string") return "outside";
  for (const pattern of [tool === "glob" ? input["pattern"] : undefined, input["include"]]) {
    if (pattern !== undefined && (typeof pattern !== "string" || leaves(pattern))) return "outside";
  }
  const named = resolve(directory, path);
  const real = (await files.realPath(named)) ?? named;
  const realDirectory = (await files.realPath(directory)) ?? directory;
  const inside = isInside(named, directory) || isInside(named, realDirectory);
  if (!inside || !(isInside(real, realDirectory) || real === named)) return "outside";
  return [named, real].some(holdsSecrets) ? "secret" : undefined;
}

function leaves(pattern: string): boolean {
  return isAbsolute(pattern) || pattern.split(/[\\/{},]/).includes("..");
}

/** Environment files, as the host itself guards them. */
function holdsSecrets(path: string): boolean {
  const name = basename(path).toLowerCase();
  return (name.endsWith(".env") || name.includes(".env.")) && !name.endsWith(".env.example");
}
