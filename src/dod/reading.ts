import { hasMarker, indentOf, readLabel, skipMarker } from "./directive.ts";
import type { Position } from "./dod.ts";
import { findFalseLineBreak } from "./false-line-break.ts";
import { openFence } from "./fence.ts";
import { type NumberedLine, placeIn } from "./line.ts";
import type { BlockProblem } from "./problem.ts";
import { suspect } from "./suspect.ts";
import { readTag, resemblesTag } from "./tag.ts";
import { findVisible, trimSpaces } from "./whitespace.ts";

/** What one line of a block is. */
export type Reading =
  | CheckLine
  | { readonly type: "opening"; readonly text: OpenText }
  | { readonly type: "continuation"; readonly text: string }
  | { readonly type: "prose"; readonly at: Position; readonly text: string }
  | { readonly type: "problem"; readonly problem: BlockProblem }
  /** A line that says nothing, and ends the text above it all the same. */
  | { readonly type: "nothing" };

export interface CheckLine {
  readonly type: "check";
  readonly line: NumberedLine;
  /** Where in the line the directive begins, and the text behind its colon. */
  readonly start: number;
  readonly textAt: number;
}

/** A `criteria:` or `deliverable:` that the lines below it may continue. */
export interface OpenText {
  readonly directive: "criteria" | "deliverable";
  readonly at: Position;
  /** The width of its line's indentation. */
  readonly indent: number;
  readonly parts: string[];
}

/** Reads a line that isn't blank, below the text that is still open there. */
export function read(line: NumberedLine, open: OpenText | undefined): Reading {
  const start = skipMarker(line.text);
  const label = readLabel(line.text, start);
  if (label?.directive === "check") return { type: "check", line, start, textAt: label.textAt };

  const falseBreak = findFalseLineBreak(line);
  if (falseBreak !== undefined) return { type: "problem", problem: falseBreak };
  if (label?.directive === "kind") return { type: "nothing" };
  if (label?.directive !== undefined) {
    const text = trimSpaces(line.text.slice(label.textAt));
    const parts = findVisible(text) < 0 ? [] : [text];
    const opening = { directive: label.directive, at: placeIn(line, start), indent: indentOf(line.text), parts };
    return { type: "opening", text: opening };
  }
  return readUndirected(line, start, open);
}

function readUndirected(line: NumberedLine, start: number, open: OpenText | undefined): Reading {
  const continues = open !== undefined && indentOf(line.text) > open.indent;
  const problem = suspect(line, start, continues);
  if (problem !== undefined) return { type: "problem", problem };
  if (readTag(line.text) !== undefined || resemblesTag(line.text)) return { type: "nothing" };
  if (continues) return { type: "continuation", text: trimSpaces(line.text) };
  if (open !== undefined && awaitsList(open) && hasMarker(line.text)) {
    return { type: "problem", problem: { at: placeIn(line, start), code: "detachedList", directive: open.directive } };
  }
  if (openFence(line.text) !== undefined || !saysSomething(line.text)) return { type: "nothing" };
  return { type: "prose", at: placeIn(line, start), text: trimSpaces(line.text.slice(start)) };
}

function awaitsList({ parts }: OpenText): boolean {
  const last = parts.at(-1);
  return last === undefined || last.endsWith(":");
}

function saysSomething(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}
