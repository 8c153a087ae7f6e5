/** Quotation marks and code marks; an apostrophe within a word is neither. */
const marks = /["“”„«»「」『』`]|(?<![\p{L}\p{N}])['‘’‚]|['‘’](?![\p{L}\p{N}])/u;

/** The pieces of a text between its quotation marks. All but the first and the last stand between two of them. */
export function splitAtMarks(text: string): string[] {
  return text.split(marks);
}

/** Letters of scripts without spaces, for a character class. */
export const unspaced = ["Han", "Hiragana", "Katakana", "Thai", "Lao", "Khmer", "Myanmar"]
  .map((name) => `\\p{Script=${name}}`)
  .join("");
/** A run of letters and digits is a word; in scripts without spaces each letter is. */
const word = new RegExp(`[${unspaced}]|(?:(?![${unspaced}])[\\p{L}\\p{M}\\p{N}])+`, "gu");

/** How many successive words make a quotation, where the source has as many. */
const fewest = 3;

/**
 * Whether one of the texts holds, between quotation marks, at least three successive words of the source (all of it
 * where it has fewer). Only words are compared, not their case, punctuation or layout; an ellipsis leaves words out.
 */
export function quotes(texts: readonly string[], source: string): boolean {
  const words = wordsOf(source);
  const count = Math.min(fewest, words.length);
  if (count === 0) return false;
  const known = new Set(runsOf(words, count));
  const pieces = texts.flatMap((text) => splitAtMarks(text).slice(1, -1)).flatMap((piece) => piece.split(/…|\.\.\./));
  return pieces.some((piece) => {
    const runs = runsOf(wordsOf(piece), count);
    return runs.length > 0 && runs.every((run) => known.has(run));
  });
}

function wordsOf(text: string): string[] {
  return text.normalize("NFKC").toLowerCase().match(word) ?? [];
}

function runsOf(words: readonly string[], count: number): string[] {
  const starts = words.slice(0, Math.max(0, words.length - count + 1));
  return starts.map((_, start) => words.slice(start, start + count).join(" "));
}
