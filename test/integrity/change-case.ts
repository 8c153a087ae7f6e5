import type { Check } from "../../src/dod/dod.ts";
import type { OracleQuestion, OracleReading } from "../../src/integrity/oracle.ts";
import { readOracles } from "../../src/integrity/oracles.ts";
import type { FileChange, Tree } from "../../src/integrity/tree.ts";

export type FilesByPath = Readonly<Record<string, string>>;

/** What somebody did to a project: new text, or null for what he deleted. */
export type Edits = Readonly<Record<string, string | null>>;

export interface ChangeCase {
  readonly files: FilesByPath;
  readonly edits: Edits;
  /** `npm test` by default; null for a check that runs nothing. */
  readonly command?: string | null;
  readonly check?: Partial<Check>;
  readonly base?: string;
  readonly deliverables?: readonly string[];
  readonly declared?: readonly string[];
}

export function memoryTree(files: FilesByPath): Tree {
  return {
    list: async () => Object.keys(files),
    read: async (path) => (Object.hasOwn(files, path) ? files[path] : undefined),
  };
}

export function questionOf(change: ChangeCase): OracleQuestion {
  const { files, edits, command = "npm test", check = {}, base = "", deliverables = [], declared = [] } = change;
  const after: Record<string, string> = { ...files };
  const changes: FileChange[] = [];
  for (const [path, text] of Object.entries(edits)) {
    const before = Object.hasOwn(files, path) ? files[path] : undefined;
    if (text === null) delete after[path];
    else after[path] = text;
    if (text === null) changes.push({ path, status: "deleted" });
    else if (before !== text) changes.push({ path, status: before === undefined ? "added" : "modified" });
  }
  return {
    changes,
    baseline: memoryTree(files),
    candidate: memoryTree(after),
    check: { kind: "testsPass", at: { line: 1, column: 1 }, ...check } as Check,
    command: command ?? undefined,
    base,
    deliverables,
    declared,
  };
}

export function read(change: ChangeCase): Promise<OracleReading> {
  return readOracles(questionOf(change));
}

/** `path: reason` for each touched oracle, in order. */
export async function touchedBy(change: ChangeCase): Promise<string[]> {
  const { touched } = await read(change);
  return touched.map(({ path, why }) => `${path}: ${why}`).sort();
}

/** The whole candidate with the restorations laid over it, applied as they are ordered. */
export async function restored(change: ChangeCase): Promise<Record<string, string>> {
  const { restorations } = await read(change);
  const after: Record<string, string> = { ...change.files };
  for (const [path, text] of Object.entries(change.edits)) {
    if (text === null) delete after[path];
    else after[path] = text;
  }
  for (const restoration of restorations) {
    if (restoration.to === "removed") delete after[restoration.path];
    else if (restoration.to === "text") after[restoration.path] = restoration.text;
    else after[restoration.path] = change.files[restoration.path] ?? "";
  }
  return after;
}

/** A package.json with these scripts and fields. */
export function manifest(
  scripts: Readonly<Record<string, unknown>>,
  fields: Readonly<Record<string, unknown>> = {},
): string {
  return `${JSON.stringify({ name: "example", version: "1.0.0", ...fields, scripts }, null, 2)}\n`;
}
