import type { Position } from "./dod.ts";

/** A line without its break; the first is number 1. */
export interface NumberedLine {
  readonly number: number;
  readonly text: string;
}

export interface Line extends NumberedLine {
  /** Where it begins in the whole text. */
  readonly start: number;
  /** Where the next line begins. */
  readonly end: number;
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** A text's lines; LF, CR and CRLF end one and nothing else does. */
export function* readLines(text: string, firstNumber = 1): Generator<Line> {
  let number = firstNumber;
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code !== lineFeed && code !== carriageReturn) continue;
    const breakAt = index;
    if (code === carriageReturn && text.charCodeAt(index + 1) === lineFeed) index++;
    yield { number, text: text.slice(start, breakAt), start, end: index + 1 };
    number++;
    start = index + 1;
  }
  if (start < text.length) yield { number, text: text.slice(start), start, end: text.length };
}

export function placeIn(line: NumberedLine, index: number): Position {
  return { line: line.number, column: index + 1 };
}
