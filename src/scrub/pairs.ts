import { bareValue } from "./bare-value.ts";
import { type Name, nameBefore } from "./pair-name.ts";
import { quotationMark, quotedValue } from "./quoted-value.ts";
import type { Span } from "./span.ts";
import { matchAt, skip } from "./sticky.ts";

/**
 * The values of pairs whose name speaks of a secret: `name=value`, `name: value`, JSON, YAML, code, headers, query
 * strings (percent-encoded too), XML elements.
 *
 * It goes from separator to separator and looks back for a name and ahead for a value, each so far and no farther, so
 * the work is linear whatever the text.
 */
export function findPairs(text: string): Span[] {
  const found: Span[] = [];
  const separator = /[=:>]|%3[AaDd]/g;
  for (let match = separator.exec(text); match !== null; match = separator.exec(text)) {
    const name = nameBefore(text, match.index, match[0]);
    if (name === undefined) continue;
    for (const span of valuesAfter(text, separator.lastIndex, match[0], name)) {
      found.push(span);
      separator.lastIndex = span.end;
    }
  }
  return found;
}

const blanks = /[ \t]{0,32}/y;
/** What may stand before a value: bold type, the opening of a list, the prefix of a string. */
const opening = /(?:\*{1,2}[ \t]{0,4})?(?:\[\s{0,8}(?=\\{0,3}["']))?(?:[bfruBFRU@$]{1,2}(?=["']))?/y;
const nextItem = /\s{0,8},\s{0,40}(?=\\{0,3}["'])/y;
const longestList = 100;

function valuesAfter(text: string, after: number, separator: string, name: Name): Span[] {
  const sign = signOf(text, after, separator);
  if (sign === undefined) return [];
  const gapEnd = skip(text, after + sign.extra, blanks);
  const tight = sign.tight && !name.spaced && gapEnd === after + sign.extra;
  const start = skip(text, gapEnd, opening);
  const mark = separator === ">" ? "" : matchAt(text, start, quotationMark);
  if (mark !== "") return quotedValues(text, start, mark, name);
  const span = bareValue(text, start, name, separator, tight);
  return span ? [span] : [];
}

/** The value, or those of a list of them. */
function quotedValues(text: string, start: number, mark: string, name: Name): Span[] {
  const found: Span[] = [];
  let at = start;
  for (let item = 0; item < longestList; item += 1) {
    const { span, end } = quotedValue(text, at + mark.length, mark, name);
    if (span) found.push(span);
    at = skip(text, end, nextItem);
    if (text.charAt(start - 1) !== "[" || at === end || !text.startsWith(mark, at)) break;
  }
  return found;
}

/** How many more characters the separator has, and whether a value right behind it stands there as in `name=value`. */
function signOf(text: string, after: number, separator: string): { extra: number; tight: boolean } | undefined {
  const next = text.charAt(after);
  switch (separator) {
    case "=":
      if (next === "=" || next === "~") return undefined;
      return next === ">" ? { extra: 1, tight: false } : { extra: 0, tight: true };
    case ":":
      if (next === ":" || text.startsWith("//", after)) return undefined;
      return { extra: next === "=" ? 1 : 0, tight: false };
    default:
      return { extra: 0, tight: !/a$/i.test(separator) };
  }
}
