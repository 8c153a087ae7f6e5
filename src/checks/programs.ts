/** The programs that a command may name without the user's configuration saying so. */
export const defaultPrograms = [
  "npm",
  "npx",
  "pnpm",
  "yarn",
  "bun",
  "node",
  "tsc",
  "tsx",
  "vitest",
  "jest",
  "eslint",
  "prettier",
] as const;

const packageManagers = ["npm", "npx", "pnpm", "yarn", "bun"] as const;
const projectTools: readonly string[] = ["tsc", "tsx", "vitest", "jest", "eslint", "prettier"];

export type PackageManager = (typeof packageManagers)[number];

/** Runs scripts of package.json or binaries of node_modules, and could install. */
export function isPackageManager(program: string): program is PackageManager {
  return (packageManagers as readonly string[]).includes(program);
}

/** A tool that the project itself brings, in node_modules/.bin. */
export function isProjectTool(program: string): boolean {
  return projectTools.includes(program);
}

/** Programs in their own right, however near their names are to an allowed one's. */
export const foreignPrograms: ReadonlySet<string> = new Set([
  ...["test", "pytest", "tox", "nox", "make", "cmake", "cargo", "go", "git", "grep", "rg", "find", "cat", "ls", "echo"],
  ...[
    "diff",
    "curl",
    "wget",
    "python",
    "python3",
    "pip",
    "uv",
    "ruby",
    "rake",
    "php",
    "java",
    "mvn",
    "gradle",
    "dotnet",
  ],
  ...[
    "docker",
    "deno",
    "sh",
    "bash",
    "zsh",
    "true",
    "ts-node",
    "mocha",
    "ava",
    "tap",
    "oxlint",
    "biome",
    "rustc",
    "gcc",
  ],
]);
