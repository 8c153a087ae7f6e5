import type { Quote } from "./problem.ts";
import { readValue } from "./value.ts";
import { findOdd, isSpace, skipSpaces, skipToSpace } from "./whitespace.ts";

/** What stands in a check behind its kind, each with its index in the line. */
export type Piece =
  /** Without a value where that has a flaw, which is a piece of its own. */
  | { readonly type: "pair"; readonly key: string; readonly index: number; readonly value?: PairValue }
  | { readonly type: "leftOver"; readonly index: number; readonly text: string }
  | { readonly type: "odd"; readonly index: number; readonly character: string }
  | { readonly type: "unterminated"; readonly index: number; readonly missing: Quote | "}" };

export interface PairValue {
  readonly text: string;
  readonly index: number;
}

/** Splits a check's line, from `index` on, into `key=value` pairs and what is none. */
export function* readPairs(line: string, index: number): Generator<Piece> {
  let at = skipSpaces(line, index);
  let leftOverFrom: number | undefined;
  let leftOverTo = at;
  while (at < line.length) {
    const equals = findEquals(line, at);
    if (equals === undefined) {
      leftOverFrom ??= at;
      leftOverTo = skipToSpace(line, at);
      at = skipSpaces(line, leftOverTo);
      continue;
    }
    if (leftOverFrom !== undefined) yield leftOver(line, leftOverFrom, leftOverTo);
    const valueEnd = yield* readPair(line, at, equals);
    const stuck = valueEnd < line.length && !isSpace(line, valueEnd);
    leftOverFrom = stuck ? valueEnd : undefined;
    leftOverTo = skipToSpace(line, valueEnd);
    at = skipSpaces(line, leftOverTo);
  }
  if (leftOverFrom !== undefined) yield leftOver(line, leftOverFrom, leftOverTo);
}

/** Where the `=` of a pair that begins at `index` is. */
function findEquals(line: string, index: number): number | undefined {
  let end = index;
  while (end < line.length && !isSpace(line, end) && line[end] !== "=") end++;
  return line[end] === "=" && end > index ? end : undefined;
}

/** Yields one pair, with what is wrong in it, and returns where it ends. */
function* readPair(line: string, index: number, equals: number): Generator<Piece, number> {
  const key = line.slice(index, equals);
  const valueAt = equals + 1;
  const value = readValue(line, valueAt);
  const oddInKey = findOdd(key);
  if (oddInKey !== undefined) {
    yield { type: "odd", index: index + oddInKey.index, character: oddInKey.character };
    return value.end;
  }
  if ("missing" in value) {
    yield { type: "pair", key, index };
    yield { type: "unterminated", index: valueAt, missing: value.missing };
    return value.end;
  }
  const oddInValue = value.form === "bare" ? (findQuoteLike(value.text) ?? findOdd(value.text)) : undefined;
  if (oddInValue !== undefined) {
    yield { type: "pair", key, index };
    yield { type: "odd", index: valueAt + oddInValue.index, character: oddInValue.character };
    return value.end;
  }
  yield { type: "pair", key, index, value: { text: value.text, index: valueAt } };
  return value.end;
}

/** What a word processor makes of quotation marks, and the backtick: here they quote nothing. */
const quoteLike = /^[`\u00ab\u2018-\u201f\u2032\u2033\u300c\uff02\uff07]/u;

function findQuoteLike(text: string) {
  const found = quoteLike.exec(text);
  return found === null ? undefined : { index: 0, character: found[0] };
}

function leftOver(line: string, from: number, to: number): Piece {
  return { type: "leftOver", index: from, text: line.slice(from, to) };
}
