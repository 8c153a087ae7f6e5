import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import type { ExecEnd, ExecRequest } from "../../ports/machine.ts";
import { codeOf } from "../system-error.ts";

type StartFailure = Extract<ExecEnd, { by: "start" }>;

/**
 * Why a program never ran. The system reports one code for many causes (ENOENT: the program, its interpreter or the
 * directory is missing), and each runtime words it differently: so the files themselves are asked.
 */
export async function startFailure(error: unknown, { file, cwd }: ExecRequest): Promise<StartFailure> {
  const failed = (message: string): StartFailure => ({ by: "start", missing: false, message });

  const directory = await typeOf(cwd);
  if (directory === "missing") return failed(`the directory ${cwd} does not exist`);
  if (directory === "other") return failed(`${cwd} is not a directory`);
  if (!(await allows(cwd, constants.X_OK))) return failed(`the directory ${cwd} may not be entered`);

  const program = await typeOf(file);
  if (program === "missing") return { by: "start", missing: true, message: `${file} does not exist` };
  if (program === "directory") return failed(`${file} is a directory`);
  if (!(await allows(file, constants.X_OK))) return failed(`${file} may not be executed`);

  switch (codeOf(error)) {
    case "ENOENT":
      return failed(`${file} can't be started: the interpreter that it names does not exist`);
    case "ENOEXEC":
      return failed(`${file} is not a program that this system can run`);
    case "ETXTBSY":
      return failed(`${file} can't be started while it is open for writing`);
    case "E2BIG":
      return failed(`${file} can't be started: its arguments and environment are too long`);
    default:
      return failed(`${file} can't be started: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function typeOf(path: string): Promise<"missing" | "directory" | "other" | "hidden"> {
  try {
    return (await stat(path)).isDirectory() ? "directory" : "other";
  } catch (error) {
    const code = codeOf(error);
    // Anything else (a directory above that may not be searched, a loop of links) doesn't say that nothing is there.
    return code === "ENOENT" || code === "ENOTDIR" ? "missing" : "hidden";
  }
}

async function allows(path: string, mode: number): Promise<boolean> {
  try {
    await access(path, mode);
    return true;
  } catch {
    return false;
  }
}
