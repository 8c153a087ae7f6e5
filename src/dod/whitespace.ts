/** The grammar's only white space within a line is space and tab; everything else is content, or odd. */
export function isSpace(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code === 0x20 || code === 0x09;
}

/** The index of the first character from `index` on that is no white space; the text's length if none is. */
export function skipSpaces(text: string, index: number): number {
  let end = index;
  while (end < text.length && isSpace(text, end)) end++;
  return end;
}

/** The index of the first white space from `index` on; the text's length if there is none. */
export function skipToSpace(text: string, index: number): number {
  let end = index;
  while (end < text.length && !isSpace(text, end)) end++;
  return end;
}

/** Whether a text holds nothing but white space. */
export function isBlank(text: string): boolean {
  return skipSpaces(text, 0) === text.length;
}

export function trimSpaces(text: string): string {
  let end = text.length;
  while (end > 0 && isSpace(text, end - 1)) end--;
  return text.slice(Math.min(skipSpaces(text, 0), end), end);
}

const odd = /(?![ \t])[\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** The first other white space, control or invisible character of a text. */
export function findOdd(text: string): { readonly index: number; readonly character: string } | undefined {
  const found = odd.exec(text);
  return found === null ? undefined : { index: found.index, character: found[0] };
}

const visible = /[^\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** Where a text first holds something that a reader sees; -1 if nowhere. */
export function findVisible(text: string): number {
  return text.search(visible);
}
