import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { type Parsed, parse } from "../../src/dod/parse.ts";
import { formatBlockNote, formatBlockProblem } from "../../src/report/problems.ts";

const folder = fileURLToPath(new URL("../testdata/", import.meta.url));
const approves = process.env["UPDATE_APPROVED"] === "1";

describe("texts that compile", () => {
  const names = namesIn("good");

  test("there are many", () => {
    expect(names.length).toBeGreaterThanOrEqual(15);
  });

  test.each(names)("%s", (name) => {
    const parsed = parse(read(`good/${name}.txt`));
    expect(parsed.problems).toEqual([]);
    compare(`good/${name}.json`, { ...parsed, lines: parsed.notes.map(formatBlockNote) });
  });
});

describe("texts that don't", () => {
  const names = namesIn("bad");

  test("there are many", () => {
    expect(names.length).toBeGreaterThanOrEqual(30);
  });

  test.each(names)("%s", (name) => {
    const parsed = parse(read(`bad/${name}.txt`));
    expect(parsed.problems).not.toEqual([]);
    compare(`bad/${name}.json`, { ...parsed, lines: parsed.problems.map(formatBlockProblem) });
  });
});

/** Compares with the approved file beside the text; `UPDATE_APPROVED=1` writes it instead, to be read before it is committed. */
function compare(file: string, result: Parsed & { readonly lines: readonly string[] }): void {
  const { lines, ...parsed } = result;
  if (approves) writeFileSync(folder + file, `${layOut({ lines, ...parsed })}\n`);
  expect(JSON.parse(read(file))).toEqual({ lines, ...parsed });
}

/** JSON for people: what fits on a line stays on it. */
function layOut(value: unknown, indent = ""): string {
  const compact = JSON.stringify(value);
  if (indent.length + compact.length <= 118 || typeof value !== "object" || value === null) return compact;
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const parts = Object.entries(value).map(([key, part]) =>
    Array.isArray(value) ? layOut(part, inner) : `${JSON.stringify(key)}: ${layOut(part, inner)}`,
  );
  return `${open}\n${parts.map((part) => inner + part).join(",\n")}\n${indent}${close}`;
}

function namesIn(part: "good" | "bad"): string[] {
  return readdirSync(folder + part)
    .filter((name) => name.endsWith(".txt"))
    .map((name) => name.slice(0, -".txt".length));
}

function read(file: string): string {
  return readFileSync(folder + file, "utf8");
}
