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
