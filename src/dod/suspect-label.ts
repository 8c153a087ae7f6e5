import { type Directive, meaningfulDirectives, nearDirective, readLabel } from "./directive.ts";
import { excerpt } from "./excerpt.ts";
import { isCheckKind } from "./kinds.ts";
import { type NumberedLine, placeIn } from "./line.ts";
import type { BlockProblem } from "./problem.ts";
import { suggest } from "./suggest.ts";
import { type Word, wordsOf } from "./words.ts";

/** Finds a label that is no directive: an unknown word, or a directive among other characters. */
export function suspectLabel(line: NumberedLine, start: number, continues: boolean): BlockProblem | undefined {
  const word = readLabel(line.text, start)?.word;
  if (word === undefined) return findDecorated(line, start, continues);
  const at = placeIn(line, start);
  if (isCheckKind(word)) return { at, code: "missingDirective", text: excerpt(line.text.slice(start)) };
  if (continues && nearDirective(word) === undefined) return undefined;
  const suggestion = suggest(word, meaningfulDirectives);
  return { at, code: "unknownDirective", word: excerpt(word), ...(suggestion && { suggestion }) };
}

/** How long a label may be, in UTF-16 code units and in words. */
const labelLength = 80;
const labelWords = 3;

function findDecorated(line: NumberedLine, start: number, continues: boolean): BlockProblem | undefined {
  const { text } = line;
  const words = wordsOf(text, start);
  const labelEnd = findLabelEnd(text, words[0]?.start ?? start);
  const label = words.filter((word) => word.end <= labelEnd);
  if (label.length <= (continues ? 1 : labelWords)) {
    const directive = findDirective(label, 1)?.directive ?? nearDirective(label.map(({ text }) => text).join(""));
    if (directive !== undefined) return decorated(directive, line, start, labelEnd + 1);
  }
  return continues ? undefined : findLater(line, words);
}

/** Finds a directive that stands, with its colon, behind other text. */
function findLater(line: NumberedLine, words: readonly Word[]): BlockProblem | undefined {
  const labels = words.filter((word) => colonBehind.test(line.text.slice(word.end, word.end + 8)));
  const found = findDirective(labels, 1);
  return found && decorated(found.directive, line, found.word.start, line.text.length);
}

function decorated(directive: Directive, line: NumberedLine, start: number, end: number): BlockProblem {
  return {
    at: placeIn(line, start),
    code: "decoratedDirective",
    directive,
    text: excerpt(line.text.slice(start, end)),
  };
}

function findDirective(words: readonly Word[], slips: number) {
  for (const word of words) {
    const directive = nearDirective(word.text, slips);
    if (directive !== undefined) return { directive, word };
  }
  return undefined;
}

/** The colon and what looks like it, unless it belongs to an address. */
const colon = /[:\u02d0\u02f8\u0589\u05c3\u16ec\u2236\ua789\ufe13\ufe55\uff1a](?!\/\/)/u;
const colonBehind = new RegExp(`^[^\\p{L}\\p{N}]{0,4}?${colon.source}`, "u");

function findLabelEnd(text: string, from: number): number {
  const end = text.slice(from, from + labelLength).search(colon);
  return end < 0 ? -1 : from + end;
}
