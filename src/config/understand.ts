import { checkLayer, type Finding } from "./check-layer.ts";
import type { Layer } from "./config.ts";
import type { Path } from "./options.ts";
import { type LocatedFinding, parseText } from "./parse-text.ts";
import type { ConfigProblem } from "./problem.ts";
import type { Source } from "./sources.ts";

/** Problems that are told of one layer: every verdict carries them, and must stay readable. */
const mostProblems = 20;

export type Understanding =
  | { readonly name: string; readonly layer: Layer }
  | { readonly name: string; readonly problems: readonly ConfigProblem[] };

/** Turns what was read into settings, or into everything that is wrong with it. */
export function understand(source: Source): Understanding {
  const { name } = source;
  switch (source.kind) {
    case "broken":
      return { name, problems: [{ file: name, path: "", ...source.fault }] };
    case "options":
      return understandOptions(name, source.value);
    case "text":
      return understandText(name, source.text.replace(/^\uFEFF/, ""));
  }
}

function understandOptions(name: string, value: unknown): Understanding {
  const check = checkLayer(value);
  if ("layer" in check) return { name, layer: check.layer };
  const tell = ({ path, fault }: Finding): ConfigProblem => ({ file: name, path: printPath(path), ...fault });
  return { name, problems: tellFirst(name, check.findings, tell) };
}

function understandText(name: string, text: string): Understanding {
  const { value, faults, locate } = parseText(text);
  const check = value === undefined ? { layer: {} } : checkLayer(value);
  if ("layer" in check && faults.length === 0) return { name, layer: check.layer };
  const findings = "findings" in check ? check.findings : [];
  const located = [...faults, ...findings.map((finding) => ({ ...finding, offset: locate(finding) }))];
  const tell = ({ path, fault, offset }: LocatedFinding): ConfigProblem => {
    return { file: name, path: printPath(path), ...positionOf(offset, text), ...fault };
  };
  return {
    name,
    problems: tellFirst(
      name,
      located.sort((a, b) => a.offset - b.offset),
      tell,
    ),
  };
}

function tellFirst<Item>(name: string, items: readonly Item[], tell: (item: Item) => ConfigProblem): ConfigProblem[] {
  const told = items.slice(0, mostProblems).map(tell);
  const count = items.length - told.length;
  return count === 0 ? told : [...told, { file: name, path: "", code: "more", count }];
}

function printPath(path: Path): string {
  return path.reduce<string>((printed, key) => {
    if (typeof key === "number") return `${printed}[${key}]`;
    return printed === "" ? String(key) : `${printed}.${String(key)}`;
  }, "");
}

function positionOf(offset: number, text: string): { line: number; column: number } {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: lines.length, column: (lines.at(-1) ?? "").length + 1 };
}
