import { hasMarker, indentOf, readLabel, skipMarker } from "./directive.ts";
import type { Position } from "./dod.ts";
import { findFalseLineBreak } from "./false-line-break.ts";
import { openFence } from "./fence.ts";
import { type NumberedLine, placeIn } from "./line.ts";
import type { BlockProblem } from "./problem.ts";
import { suspect } from "./suspect.ts";
import { isAlone, readTag } from "./tag.ts";
import { findOdd, findVisible, skipSpaces, trimSpaces } from "./whitespace.ts";

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

/** Whether a line, unless it is a directive, belongs to the text above it: it is indented deeper. */
export function continues(line: NumberedLine, open: OpenText | undefined): boolean {
  return open !== undefined && indentOf(line.text) > open.indent;
}

function readUndirected(line: NumberedLine, start: number, open: OpenText | undefined): Reading {
  const isContinuation = continues(line, open);
  const suspected = suspect(line, start, isContinuation);
  if (suspected !== undefined) return { type: "problem", problem: suspected };
  if (isLoneTag(line.text)) return { type: "nothing" };
  const misplaced = open && suspectBelow(line, start, open);
  if (misplaced !== undefined) return { type: "problem", problem: misplaced };
  if (isContinuation) return { type: "continuation", text: trimSpaces(line.text) };
  if (openFence(line.text) !== undefined || !saysSomething(line.text)) return { type: "nothing" };
  return { type: "prose", at: placeIn(line, start), text: trimSpaces(line.text.slice(start)) };
}

/** Why a line may not just end the text above it, which its author meant to go on. */
function suspectBelow(line: NumberedLine, start: number, open: OpenText): BlockProblem | undefined {
  const indentEnd = skipSpaces(line.text, 0);
  const odd = findOdd(line.text);
  if (odd?.index === indentEnd) {
    return { at: placeIn(line, indentEnd), code: "oddCharacter", character: odd.character };
  }
  const isDetached = !continues(line, open) && saysSomething(line.text) && awaitsMore(open, hasMarker(line.text));
  return isDetached ? { at: placeIn(line, start), code: "detachedText", directive: open.directive } : undefined;
}

/** A list that has begun goes on, and one that a colon announces begins. */
function awaitsMore({ parts }: OpenText, isList: boolean): boolean {
  const last = parts.at(-1);
  if (last === undefined) return true;
  return isList && (last.endsWith(":") || hasMarker(parts[0] ?? ""));
}

function isLoneTag(text: string): boolean {
  const tag = readTag(text);
  return tag !== undefined && isAlone(tag, text);
}

function saysSomething(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}
