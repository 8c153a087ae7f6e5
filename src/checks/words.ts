export type Words =
  | { readonly ok: true; readonly words: readonly string[] }
  | { readonly ok: false; readonly quote: '"' | "'" };

/**
 * Splits a command at spaces and tabs. In double quotes `\"` and `\\` are escapes and any other backslash is literal;
 * single quotes have no escapes; adjacent pieces are one word. There is no shell, so nothing is ever expanded.
 */
export function splitWords(text: string): Words {
  const words: string[] = [];
  let word: string | undefined;
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index);
    if (character === " " || character === "\t") {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (character === '"' || character === "'") {
      const quoted = readQuoted(text, index);
      if (quoted === undefined) return { ok: false, quote: character };
      word = (word ?? "") + quoted.text;
      index = quoted.end;
    } else {
      word = (word ?? "") + character;
    }
  }
  if (word !== undefined) words.push(word);
  return { ok: true, words };
}

/** What stands in the quotes that open at `start`, and where they close; undefined where they don't. */
function readQuoted(text: string, start: number): { readonly text: string; readonly end: number } | undefined {
  const quote = text.charAt(start);
  let content = "";
  for (let index = start + 1; index < text.length; index++) {
    const character = text.charAt(index);
    if (character === quote) return { text: content, end: index };
    const next = text.charAt(index + 1);
    const isEscape = quote === '"' && character === "\\" && (next === '"' || next === "\\");
    content += isEscape ? next : character;
    if (isEscape) index++;
  }
  return undefined;
}
