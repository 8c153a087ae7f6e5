import type { Quote } from "./problem.ts";
import { skipToSpace } from "./whitespace.ts";

/** A value as it stands in a line: where it ends, and what it says unless its end is missing. */
export type Value =
  | { readonly text: string; readonly end: number; readonly form: "quoted" | "braced" | "bare" }
  | { readonly missing: Quote | "}"; readonly end: number };

/** Reads the value that begins at `index`: in quotes, in braces, or up to the next white space. */
export function readValue(line: string, index: number): Value {
  const first = line[index];
  if (first === '"') return readEscaped(line, index);
  if (first === "'") return readLiteral(line, index);
  if (first === "{") return readBraced(line, index);
  const end = skipToSpace(line, index);
  return { text: line.slice(index, end), end, form: "bare" };
}

function readLiteral(line: string, index: number): Value {
  const close = line.indexOf("'", index + 1);
  if (close < 0) return { missing: "'", end: line.length };
  return { text: line.slice(index + 1, close), end: close + 1, form: "quoted" };
}

function readEscaped(line: string, index: number): Value {
  const parts: string[] = [];
  let from = index + 1;
  for (let at = from; at < line.length; at++) {
    if (line[at] === '"') {
      parts.push(line.slice(from, at));
      return { text: parts.join(""), end: at + 1, form: "quoted" };
    }
    if (line[at] !== "\\" || (line[at + 1] !== '"' && line[at + 1] !== "\\")) continue;
    parts.push(line.slice(from, at));
    from = at + 1;
    at++;
  }
  return { missing: '"', end: line.length };
}

/** Counts braces outside of JSON strings; what stands between them is judged elsewhere. */
function readBraced(line: string, index: number): Value {
  let depth = 0;
  let inString = false;
  for (let at = index; at < line.length; at++) {
    const character = line[at];
    if (inString && character === "\\") at++;
    else if (character === '"') inString = !inString;
    else if (!inString && character === "{") depth++;
    else if (!inString && character === "}" && --depth === 0) {
      return { text: line.slice(index, at + 1), end: at + 1, form: "braced" };
    }
  }
  return { missing: "}", end: line.length };
}
