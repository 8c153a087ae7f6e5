import type { Files } from "../ports/machine.ts";
import type { Command } from "./command.ts";
import { isPackageManager } from "./programs.ts";
import { ascend, type Project, pathsOf } from "./project.ts";
import type { FailReason } from "./result.ts";
import type { Scripts } from "./script-echo.ts";
import { findSubcommands } from "./subcommand.ts";

/** Larger than any package.json that a person wrote, in bytes. */
const mostBytes = 1024 * 1024;

export type PackageScripts =
  | { readonly status: "missing" }
  /** It is there, and can't be read: the package manager will say why. */
  | { readonly status: "unreadable"; readonly path: string }
  | { readonly status: "read"; readonly path: string; readonly scripts: Scripts };

/** The scripts of the nearest package.json, from the base directory up to the project's root. */
export async function readScripts(project: Project, files: Pick<Files, "read">): Promise<PackageScripts> {
  for (const directory of ascend(project)) {
    const path = pathsOf(project.platform).join(directory, "package.json");
    const read = await files.read(path, mostBytes);
    if (read.status === "missing") continue;
    const scripts = read.status === "ok" ? parseScripts(read.text) : undefined;
    return scripts === undefined ? { status: "unreadable", path } : { status: "read", path, scripts };
  }
  return { status: "missing" };
}

/** Why a command that runs a script of package.json would run nothing; undefined where it may run. */
export async function findMissingScript(
  command: Command,
  found: PackageScripts,
  files: Pick<Files, "stat">,
  project: Project,
): Promise<Extract<FailReason, { code: "noneConfigured" }> | undefined> {
  const named = namedScript(command);
  if (named === undefined || found.status === "unreadable") return undefined;
  const { script, required } = named;
  if (found.status === "missing") return required ? { code: "noneConfigured", script } : undefined;
  const text = Object.hasOwn(found.scripts, script) ? found.scripts[script] : undefined;
  const missing =
    text === undefined ? required && !(await hasDefault(script, found.path, files, project)) : isPlaceholder(text);
  return missing ? { code: "noneConfigured", script, packageJson: found.path } : undefined;
}

/** Options that make npm or pnpm look for the script elsewhere, or for several. */
const elsewhere =
  /^(-w|-ws|--ws|--workspaces?|--workspace-root|--prefix|-C|--dir|-r|--recursive|--filter|--filter-prod|-F|--cwd)(=|$)/;

interface Named {
  readonly script: string;
  /** Whether there must be one: yarn and bun also run binaries and files of that name. */
  readonly required: boolean;
}

/** The script that a command runs; undefined where it runs none, or one of another package. */
function namedScript({ program, args }: Command): Named | undefined {
  if (!isPackageManager(program) || program === "npx") return undefined;
  const end = args.indexOf("--");
  const own = end === -1 ? args : args.slice(0, end);
  if (own.some((word) => elsewhere.test(word))) return undefined;
  const [position] = findSubcommands(program, own);
  if (position === undefined) return undefined;
  const verb = own[position] ?? "";
  const required = program === "npm" || program === "pnpm";
  if (runVerbs.has(verb)) {
    const rest = own.slice(position + 1);
    const [named] = findSubcommands(program, rest);
    return named === undefined ? undefined : { script: rest[named] ?? "", required };
  }
  const script = shorthands[program][verb];
  return script === undefined ? undefined : { script, required };
}

const runVerbs = new Set(["run", "run-script", "rum", "urn"]);

/** Scripts that a package manager runs without `run`. */
const shorthands: Record<"npm" | "pnpm" | "yarn" | "bun", Readonly<Record<string, string>>> = {
  npm: { test: "test", t: "test", tst: "test", start: "start" },
  pnpm: { test: "test", t: "test", tst: "test", start: "start" },
  yarn: { test: "test", build: "build", lint: "lint" },
  bun: {},
};

/** `npm start` runs server.js where there is no script. */
async function hasDefault(
  script: string,
  packageJson: string,
  files: Pick<Files, "stat">,
  project: Project,
): Promise<boolean> {
  if (script !== "start") return false;
  const { dirname, join } = pathsOf(project.platform);
  return (await files.stat(join(dirname(packageJson), "server.js"))) !== undefined;
}

/** Blank, or what `npm init` writes. */
export function isPlaceholder(script: string): boolean {
  return script.trim() === "" || /^echo\s+(["'])?Error: no test specified\1?\s*&&\s*exit 1$/.test(script.trim());
}

/** Undefined where the text is no package.json that a package manager could use. */
function parseScripts(text: string): Scripts | undefined {
  const parsed = parseJson(text.replace(/^\uFEFF/, ""));
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) return undefined;
  const scripts: unknown = "scripts" in parsed ? parsed.scripts : undefined;
  if (typeof scripts !== "object" || scripts === null) return {};
  return Object.fromEntries(
    Object.entries(scripts).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The scripts whose echo a command's output may hold; undefined where it runs none. */
export function echoedScripts({ program }: Command, found: PackageScripts): Scripts | undefined {
  if (!isPackageManager(program)) return undefined;
  return found.status === "read" ? found.scripts : {};
}
