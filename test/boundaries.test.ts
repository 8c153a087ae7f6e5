import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const sandbox = mkdtempSync(join(tmpdir(), "dod-gate-boundaries-"));

const pure = ["node:path"];
const judged = ["dod", "artefact", "checks", "grader", "integrity", "record"];
const libraries = ["zod", "execa"];
const targets = [
  ...["config", ...judged, "gate", "scrub", "report", "wiring", "adapters", "cli", "ports", "plugin.ts", "index.ts"],
  ...["node:fs", "node:fs/promises", "bun", ...pure, ...libraries, "@opencode-ai/plugin"],
];

interface Boundary {
  /** What the folder may import outright. */
  readonly values: readonly string[];
  /** What it may import with `import type` only. */
  readonly types?: readonly string[];
}

const boundaries: Record<string, Boundary> = {
  ports: { values: ["ports", "dod", "artefact"] },
  config: { values: ["config", "dod", "ports", "zod", ...pure] },
  dod: { values: ["dod", ...pure] },
  artefact: { values: ["artefact", ...pure] },
  checks: { values: ["checks", "dod", "artefact", "scrub", "ports", "zod", ...pure], types: ["config"] },
  grader: { values: ["grader", "dod", "artefact", "scrub", "ports", "zod", ...pure], types: ["config"] },
  integrity: { values: ["integrity", "dod", "artefact", "scrub", "ports", "zod", ...pure], types: ["config"] },
  record: { values: ["record", "dod", "artefact", "scrub", "ports", "zod", ...pure], types: ["config"] },
  gate: { values: ["gate", ...judged, "scrub", "ports", "zod", ...pure], types: ["config"] },
  scrub: { values: ["scrub", "zod", ...pure] },
  report: { values: ["report", "ports", ...pure], types: ["config", ...judged, "gate", "scrub"] },
  wiring: {
    values: ["wiring", "config", ...judged, "gate", "scrub", "report", "ports", "zod", "@opencode-ai/plugin", ...pure],
  },
  adapters: {
    values: ["adapters", "ports", "node:fs", "node:fs/promises", "bun", ...pure, ...libraries, "@opencode-ai/plugin"],
    types: ["artefact", "checks", "grader"],
  },
  cli: { values: targets.filter((target) => !/^(?:bun|@opencode-ai|plugin\.ts|index\.ts)/.test(target)) },
};

let reports: readonly { level: string; rule: string; file: string; line: number }[] = [];

beforeAll(() => {
  for (const part of ["biome.json", "package.json", "lint"]) {
    cpSync(join(root, part), join(sandbox, part), { recursive: true });
  }
  for (const folder of Object.keys(boundaries)) {
    write(
      `src/${folder}/values.ts`,
      targets.map((target) => `import "${specifier(target)}";`),
    );
    write(
      `src/${folder}/types.ts`,
      targets.map((target) => `import type { T } from "${specifier(target)}";`),
    );
  }
  write("src/index.ts", ['import "./start.ts";', 'import "./ports/machine.ts";', 'import "execa";']);
  write("src/start.ts", [
    'import("./plugin.ts");',
    'import "./wiring/stand-in.ts";',
    'import "./dod/a.ts";',
    'import "zod";',
  ]);
  write("src/plugin.ts", [
    'import "./adapters/a.ts";',
    'import "./gate/a.ts";',
    'import "node:fs";',
    'import "./index.ts";',
  ]);
  write("src/checks/kinds/deep.ts", [
    'import "../result.ts";',
    'import "../kinds/other.ts";',
    'import "../../dod/dod.ts";',
    'import "../../gate/a.ts";',
    'export { T } from "../../wiring/a.ts";',
    'export const late = import("../../report/a.ts");',
  ]);
  write("src/report/crossings.ts", [
    'import { type T } from "../gate/a.ts";',
    'export { value } from "../gate/a.ts";',
    'export const late = import("../gate/a.ts");',
    'export type { T } from "../gate/a.ts";',
    'import { value } from "./gate.ts";',
  ]);
  write("src/wiring/habits.ts", [
    "export async function f(kind: 'a' | 'b', list: any): Promise<void> {",
    "  Promise.resolve().then(() => kind);",
    "  switch (kind) { case 'a': console.log(list!.x); }",
    "  try { await f(kind, list); } catch {}",
    "}",
    "export * from './cycle-a.ts';",
  ]);
  write("src/wiring/cycle-a.ts", ['import { b } from "./cycle-b.ts";', "export const a = () => b;"]);
  write("src/wiring/cycle-b.ts", ['import { a } from "./cycle-a.ts";', "export const b = () => a;"]);
  reports = lint();
}, 60_000);

afterAll(() => rmSync(sandbox, { recursive: true, force: true }));

test("every folder of src has its boundary", () => {
  const folders = readdirSync(join(root, "src"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(Object.keys(boundaries)).toEqual(expect.arrayContaining(folders.map((folder) => folder.name)));
});

describe.each(Object.entries(boundaries))("%s", (folder, { values, types = [] }) => {
  test("imports nothing but what is allowed to it", () => {
    expect(accepted(`src/${folder}/values.ts`)).toEqual(inOrder(values));
  });

  test("imports no types but those allowed to it", () => {
    expect(accepted(`src/${folder}/types.ts`)).toEqual(inOrder([...values, ...types]));
  });
});

test("index.ts imports the plugin and nothing else", () => {
  expect(crossings("src/index.ts")).toEqual([2, 3]);
});

test("start.ts imports what stands in for plugin.ts, and no library", () => {
  expect(crossings("src/start.ts")).toEqual([3, 4]);
});

test("plugin.ts imports everything but node: and index.ts", () => {
  expect(crossings("src/plugin.ts")).toEqual([3, 4]);
});

test("a nested folder is bound like its parent, whether it imports, re-exports or imports late", () => {
  expect(crossings("src/checks/kinds/deep.ts")).toEqual([4, 5, 6]);
});

test("report takes types across its boundary with import type only", () => {
  expect(crossings("src/report/crossings.ts")).toEqual([1, 2, 3]);
});

test.each([
  "noExplicitAny",
  "noFloatingPromises",
  "useExhaustiveSwitchCases",
  "noConsole",
  "noNonNullAssertion",
  "noEmptyBlockStatements",
  "noReExportAll",
])("%s is an error in src", (rule) => {
  expect(reports).toContainEqual(expect.objectContaining({ rule, level: "error", file: "src/wiring/habits.ts" }));
});

test("a cycle of imports is reported in each of its files", () => {
  const cyclic = reports.filter(({ rule }) => rule === "noImportCycles").map(({ file }) => file);
  expect(cyclic).toEqual(expect.arrayContaining(["src/wiring/cycle-a.ts", "src/wiring/cycle-b.ts"]));
});

function specifier(target: string): string {
  if (target.endsWith(".ts")) return `../${target}`;
  return targets.indexOf(target) < targets.indexOf("plugin.ts") ? `../${target}/a.ts` : target;
}

function write(path: string, lines: readonly string[]): void {
  mkdirSync(dirname(join(sandbox, path)), { recursive: true });
  writeFileSync(join(sandbox, path), `${lines.join("\n")}\n`);
}

function lint(): typeof reports {
  const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
  const options = ["lint", "--reporter=github", "--max-diagnostics=none", "--colors=off", "."];
  const { stdout } = spawnSync(process.execPath, [biome, ...options], { cwd: sandbox, encoding: "utf8" });
  return [...stdout.matchAll(/^::(\w+) title=([^,]+),file=([^,]+),line=(\d+)/gm)].map(
    ([, level = "", title = "", file = "", line]) => ({
      level,
      rule: title.slice(title.lastIndexOf("/") + 1),
      file: file.slice(file.lastIndexOf("/src/") + 1),
      line: Number(line),
    }),
  );
}

/** The lines of a file that import what they may not. */
function crossings(file: string): number[] {
  const lines = reports
    .filter((report) => report.file === file && ["noRestrictedImports", "plugin"].includes(report.rule))
    .map(({ line }) => line);
  return [...new Set(lines)].sort((a, b) => a - b);
}

function accepted(file: string): string[] {
  const refused = crossings(file);
  return targets.filter((_, index) => !refused.includes(index + 1));
}

function inOrder(names: readonly string[]): string[] {
  return targets.filter((target) => names.includes(target));
}
