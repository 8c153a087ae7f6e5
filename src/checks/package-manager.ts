import type { Files } from "../ports/machine.ts";
import type { PackageManager } from "./programs.ts";
import { ascend, type Project, pathsOf } from "./project.ts";

type Reading = Pick<Files, "read" | "stat">;

type ScriptRunner = Exclude<PackageManager, "npx">;

/** Side by side, the first one counts: npm runs the scripts of most projects, whoever installed them. */
const lockfiles: readonly (readonly [name: string, runner: ScriptRunner])[] = [
  ["package-lock.json", "npm"],
  ["npm-shrinkwrap.json", "npm"],
  ["pnpm-lock.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
];

const runners: readonly ScriptRunner[] = ["npm", "pnpm", "yarn", "bun"];

/**
 * The package manager that a project is installed with: what the nearest directory from the base up to the project's
 * root says, by the `packageManager` of its package.json, else by its lockfile. npm where none says anything.
 */
export async function findPackageManager(project: Project, files: Reading): Promise<ScriptRunner> {
  for (const directory of ascend(project)) {
    const runner = (await findDeclared(directory, project, files)) ?? (await findLocked(directory, project, files));
    if (runner !== undefined) return runner;
  }
  return "npm";
}

async function findLocked(directory: string, { platform }: Project, files: Reading): Promise<ScriptRunner | undefined> {
  for (const [name, runner] of lockfiles) {
    const facts = await files.stat(pathsOf(platform).join(directory, name));
    if (facts?.type === "file") return runner;
  }
  return undefined;
}

/** Larger than any package.json that a person wrote, in bytes. */
const mostBytes = 16 * 1024 * 1024;

async function findDeclared(
  directory: string,
  { platform }: Project,
  files: Reading,
): Promise<ScriptRunner | undefined> {
  const read = await files.read(pathsOf(platform).join(directory, "package.json"), mostBytes);
  const content: unknown = read.status === "ok" ? parseJson(read.text) : undefined;
  if (typeof content !== "object" || content === null || !("packageManager" in content)) return undefined;
  const declared = content.packageManager;
  // As in `pnpm@9.12.0+sha512.…`.
  return typeof declared === "string" ? runners.find((runner) => declared.split("@", 1)[0] === runner) : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}
