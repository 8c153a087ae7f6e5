export interface Word {
  readonly text: string;
  /** Where it begins and ends in its text. */
  readonly start: number;
  readonly end: number;
}

/** The words of a text from `from` on: each begins with a letter, marks and invisible characters belong to it. */
export function wordsOf(text: string, from = 0): Word[] {
  const pattern = /\p{L}[\p{L}\p{M}\p{N}\p{Cf}_]*/gu;
  pattern.lastIndex = from;
  const words: Word[] = [];
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    words.push({ text: found[0], start: found.index, end: pattern.lastIndex });
  }
  return words;
}
