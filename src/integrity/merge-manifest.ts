import { isNoScript, isSame, isSetting, type Manifest } from "./manifest.ts";

/** Which scripts of one package.json a check runs, or may run. */
export interface RunScripts {
  /** Names that the baseline's package.json has a script for. */
  readonly names: ReadonlySet<string>;
  /** Names that a package manager is told to run: without a script of that name it runs a tool. */
  readonly tools: ReadonlySet<string>;
}

export type ManifestReading =
  | { readonly status: "same" }
  /** The candidate's with what the check rests on put back; the text, unless it would be the baseline's own. */
  | { readonly status: "touched"; readonly inScripts: boolean; readonly merged: string | "baseline" };

/** Compares what a check rests on; dependencies, entry points and scripts that it doesn't run are the candidate's. */
export function mergeManifest(baseline: Manifest, candidate: Manifest | undefined, run: RunScripts): ManifestReading {
  if (candidate === undefined) return { status: "touched", inScripts: true, merged: "baseline" };
  const scripts = mergeScripts(baseline, candidate, run);
  const fields = mergeFields(baseline, candidate);
  if (scripts === undefined && fields === undefined) return { status: "same" };
  const merged = new Map(fields ?? candidate.fields);
  if (scripts !== undefined) merged.set("scripts", Object.fromEntries(scripts));
  const value = Object.fromEntries(merged);
  const isBaseline = isSame(value, Object.fromEntries(baseline.fields));
  return {
    status: "touched",
    inScripts: scripts !== undefined,
    merged: isBaseline ? "baseline" : print(value, candidate.text),
  };
}

/** Undefined where nothing has to be put back. */
function mergeScripts(baseline: Manifest, candidate: Manifest, run: RunScripts): Map<string, string> | undefined {
  const merged = new Map(candidate.scripts);
  for (const name of run.names) {
    const script = baseline.scripts.get(name);
    if (script !== undefined && !isNoScript(script)) merged.set(name, script);
    for (const hook of [`pre${name}`, `post${name}`]) {
      if (!isNoScript(script) && !baseline.scripts.has(hook)) merged.delete(hook);
    }
  }
  for (const name of run.tools) {
    if (!baseline.scripts.has(name)) merged.delete(name);
  }
  const isChanged =
    merged.size !== candidate.scripts.size ||
    [...merged].some(([name, script]) => candidate.scripts.get(name) !== script);
  return isChanged ? merged : undefined;
}

/** Undefined where nothing has to be put back. */
function mergeFields(baseline: Manifest, candidate: Manifest): Map<string, unknown> | undefined {
  const merged = new Map(candidate.fields);
  for (const [field, value] of candidate.fields) {
    const before = baseline.fields.get(field);
    if (!isSetting(field) || isSame(value, before) || (field === "workspaces" && isExtended(before, value))) continue;
    if (before === undefined) merged.delete(field);
    else merged.set(field, before);
  }
  for (const [field, value] of baseline.fields) {
    if (isSetting(field) && !candidate.fields.has(field)) merged.set(field, value);
  }
  const isChanged =
    merged.size !== candidate.fields.size ||
    [...merged].some(([field, value]) => candidate.fields.get(field) !== value);
  return isChanged ? merged : undefined;
}

/** A package more takes nothing away from the others. */
function isExtended(before: unknown, after: unknown): boolean {
  if (!Array.isArray(before) || !Array.isArray(after)) return false;
  const added = after.filter((item) => !before.includes(item));
  return (
    before.every((item) => after.includes(item)) &&
    added.every((item) => typeof item === "string" && !item.startsWith("!"))
  );
}

function print(value: unknown, like: string): string {
  const indent = /^\s*\{\r?\n([ \t]+)/.exec(like)?.[1] ?? (like.includes("\n") ? "  " : "");
  const text = JSON.stringify(value, null, indent.slice(0, 10));
  const lines = like.includes("\r\n") ? text.replaceAll("\n", "\r\n") : text;
  return /\n$/.test(like) ? `${lines}${like.endsWith("\r\n") ? "\r\n" : "\n"}` : lines;
}
