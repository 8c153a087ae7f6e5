import { checkLayer, type Finding, presetsIn } from "./check-layer.ts";
import type { Layer } from "./config.ts";
import type { Path } from "./options.ts";
import { type LocatedFinding, parseText } from "./parse-text.ts";
import { presetChoices } from "./presets.ts";
import type { ConfigProblem, Fault, Place } from "./problem.ts";
import type { Source } from "./sources.ts";

/** Problems that are told of one layer: every verdict carries them, and must stay readable. */
const mostProblems = 20;

export type Understanding =
  | { readonly name: string; readonly layer: Layer; readonly origin: Origin }
  | { readonly name: string; readonly problems: readonly ConfigProblem[] };

/** Where a layer comes from, for what can only be found out about its values later. */
export interface Origin {
  /** Absolute: the directory that its relative paths begin in. */
  readonly home: string;
  place(path: Path): Place;
}

/** Turns all that was read into settings, or into everything that is wrong with it. */
export function understandAll(sources: readonly Source[]): Understanding[] {
  const readings = sources.map(read);
  const choices = presetChoices(readings.flatMap((reading) => ("value" in reading ? presetsIn(reading.value) : [])));
  return readings.map((reading) => ("value" in reading ? understand(reading, choices) : reading));
}

type Position = Pick<Place, "line" | "column">;

interface Reading {
  readonly name: string;
  readonly home: string;
  readonly value: unknown;
  /** What is wrong with the text as such. */
  readonly faults: readonly LocatedFinding[];
  locate(finding: Pick<Finding, "path"> & { readonly fault?: Fault }): number;
  positionOf(offset: number): Position;
}

function read(source: Source): Reading | Understanding {
  const { name, home } = source;
  switch (source.kind) {
    case "broken":
      return { name, problems: [{ file: name, path: "", ...source.fault }] };
    case "options":
      return { name, home, value: source.value, faults: [], locate: () => 0, positionOf: () => ({}) };
    case "text": {
      const text = source.text.replace(/^\uFEFF/, "");
      const { value = {}, faults, locate } = parseText(text);
      return { name, home, value, faults, locate, positionOf: (offset) => positionOf(offset, text) };
    }
  }
}

function understand(reading: Reading, presetChoices: readonly string[]): Understanding {
  const { name, value, faults } = reading;
  const check = checkLayer(value, presetChoices);
  const placeOf = (path: Path, offset: number) => {
    return { file: name, path: printPath(path), ...reading.positionOf(offset) };
  };
  if ("layer" in check && faults.length === 0) {
    const place = (path: Path) => placeOf(path, reading.locate({ path }));
    return { name, layer: check.layer, origin: { home: reading.home, place } };
  }
  const findings = "findings" in check ? check.findings : [];
  const located = [...faults, ...findings.map((finding) => ({ ...finding, offset: reading.locate(finding) }))];
  const tell = ({ path, fault, offset }: LocatedFinding): ConfigProblem => {
    return { ...placeOf(path, offset), ...fault };
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

function positionOf(offset: number, text: string): Position {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: lines.length, column: (lines.at(-1) ?? "").length + 1 };
}
