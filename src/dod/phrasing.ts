/** Whether a text holds nothing but English letters, digits, spaces, line breaks and common punctuation. */
export function isPlain(text: string): boolean {
  return /^[\t\n\r -~‘’“”–—…]*$/.test(text);
}

/** The words of a plain text in lower case. */
export function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9_]+/g) ?? [];
}

/** The parts of a text that could each be a request of their own. */
export function splitClauses(text: string): string[] {
  return text
    .split(/[.!?:]+(?=[\s"'”’)]|$)|[,()\r\n…]+|\s(?:-+|[–—])\s|[–—]|\b(?:and|or|but|so)\b/i)
    .filter((clause) => /\S/.test(clause));
}

/** Whether a clause may be an order: it is one unless its first word can't be a verb. */
export function opensOrder(clause: string): boolean {
  const first = clause.trim().split(/\s/, 1)[0] ?? "";
  return !(openers.has(first.toLowerCase()) || isName(first));
}

const openers: ReadonlySet<string> = new Set(
  (
    "the a an its it this that these those there their which what where when who whose why how " +
    "in inside under of from on for"
  ).split(" "),
);

/** Something quoted, or a name that only code has: an underscore, a digit, or a capital behind a small letter. */
function isName(word: string): boolean {
  return /^["'`“‘]|[_\d]|[a-z][A-Z]/.test(word);
}

/** Whether a line has a list marker or a fence, something is numbered, or characters of a shell chain commands. */
export function hasSequence(text: string): boolean {
  return (
    /^[ \t]*(?:[-*+•#>]|```|~~~|\(?(?:\d+|[a-z])[.)])(?:\s|$|`)/im.test(text) ||
    /(?:^|\s)\(?(?:\d+|[a-z])[.)]\s+\S/i.test(text) ||
    /[;&|<>]|`{3}/.test(text)
  );
}
