import type * as z from "zod";
import { comparable } from "../dod/cover.ts";
import { suggest } from "../dod/suggest.ts";
import type { Layer } from "./config.ts";
import { factsAt, keysAt, options, type Path } from "./options.ts";
import { refusalOfName } from "./presets.ts";
import type { Expectation, Fault } from "./problem.ts";
import { refusalOf } from "./program-name.ts";
import { layerSchema } from "./schema.ts";

export interface Finding {
  /** Of the value that is at fault, or of the section that the key at fault stands in. */
  readonly path: Path;
  readonly fault: Fault;
}

export type LayerCheck = { readonly layer: Layer } | { readonly findings: readonly Finding[] };

/** Whether a value is a layer of configuration, with everything that is wrong with it. Presets can be of another layer. */
export function checkLayer(value: unknown, presetChoices: readonly string[]): LayerCheck {
  const parsed = layerSchema.safeParse(value);
  const issues = parsed.success ? [] : parsed.error.issues;
  const findings = [
    ...issues.flatMap((issue) => findingsOf(issue, value)),
    ...findRefusedNames(value),
    ...findUnknownPreset(value, presetChoices),
    ...findDuplicateCriteria(value),
  ];
  return parsed.success && findings.length === 0 ? { layer: parsed.data } : { findings };
}

/** The names of the presets that a value gives, however sound it is. */
export function presetsIn(value: unknown): string[] {
  const presets = childOf(value, "presets");
  return typeof presets === "object" && presets !== null && !Array.isArray(presets) ? Object.keys(presets) : [];
}

function findRefusedNames(value: unknown): Finding[] {
  return presetsIn(value).flatMap((key) => {
    const reason = refusalOfName(key);
    return reason === undefined ? [] : [{ path: ["presets"], fault: { code: "refusedPresetName", key, reason } }];
  });
}

function findUnknownPreset(value: unknown, choices: readonly string[]): Finding[] {
  const name = childOf(value, "activePreset");
  if (typeof name !== "string" || choices.includes(name)) return [];
  const suggestion = suggest(name, choices);
  const hint = suggestion === undefined ? {} : { suggestion };
  return [{ path: ["activePreset"], fault: { code: "unknownPreset", name, ...hint, known: choices } }];
}

/** Which of two commands decides, nobody could tell. */
function findDuplicateCriteria(value: unknown): Finding[] {
  const checks = childOf(value, "projectChecks");
  if (!Array.isArray(checks)) return [];
  const seen = new Set<string>();
  return checks.flatMap((check: unknown, index): Finding[] => {
    const criterion = childOf(check, "criterion");
    if (typeof criterion !== "string") return [];
    const known = seen.has(comparable(criterion));
    seen.add(comparable(criterion));
    if (!known) return [];
    return [{ path: ["projectChecks", index, "criterion"], fault: { code: "duplicateCriterion", criterion } }];
  });
}

function findingsOf(issue: z.core.$ZodIssue, root: unknown): Finding[] {
  const { path } = issue;
  if (issue.code === "unrecognized_keys") return issue.keys.map((key) => ({ path, fault: unknownKey(key, path) }));
  const missing = findMissing(path, root);
  if (missing !== undefined) return [{ path: path.slice(0, -1), fault: { code: "missingKey", missing } }];
  const expected = factsAt(path).holds;
  const got = path.reduce(childOf, root);
  if (expected.kind === "program" && typeof got === "string") {
    const reason = refusalOf(got);
    if (reason !== undefined) return [{ path, fault: { code: "refusedProgram", program: got, reason } }];
  }
  return [{ path, fault: { code: isOfType(got, expected) ? "badValue" : "wrongType", expected, got } }];
}

/** The key that should be there, where that is what is wrong. */
function findMissing(path: Path, root: unknown): string | undefined {
  const key = path.at(-1);
  const parent = path.slice(0, -1).reduce(childOf, root);
  const isMissing = key !== undefined && typeof parent === "object" && parent !== null && !Object.hasOwn(parent, key);
  return isMissing ? String(key) : undefined;
}

function isOfType(got: unknown, expected: Expectation): boolean {
  switch (expected.kind) {
    case "milliseconds":
    case "temperature":
    case "ratio":
    case "attempts":
    case "cycles":
    case "multiple":
      return typeof got === "number";
    case "ladder":
    case "projectChecks":
      return Array.isArray(got);
    case "oneOf":
    case "command":
    case "program":
    case "glob":
    case "model":
    case "text":
    case "criterion":
    case "pathBelow":
      return typeof got === "string";
    case "boolean":
    case "section":
    case "programs":
    case "globs":
    case "presets":
    case "preset":
    case "tier":
    case "projectCheck":
    case "pathsBelow":
      return false;
  }
}

function unknownKey(key: string, path: Path): Fault {
  const suggestion = suggest(key, keysAt(path)) ?? elsewhere(key);
  if (suggestion === key) return { code: "topLevelKey", key };
  return { code: "unknownKey", key, ...(suggestion === undefined ? {} : { suggestion }) };
}

/** The full name of an option or a section that was put into the wrong section. */
function elsewhere(key: string): string | undefined {
  const ending = `.${key.toLowerCase()}`;
  return options.flatMap(({ name }) => placesOf(name)).find((name) => `.${name.toLowerCase()}`.endsWith(ending));
}

/** An option's own name, then those of the sections that it stands in. */
function placesOf(name: string): string[] {
  const keys = name.split(".");
  return keys.map((_, index) => keys.slice(0, keys.length - index).join("."));
}

function childOf(value: unknown, key: PropertyKey): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}
