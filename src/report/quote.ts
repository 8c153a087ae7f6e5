/** How much of a foreign text a sentence quotes, in UTF-16 code units. */
const longest = 200;

/** Characters that could break a line, move the cursor, reorder text or hide: C0, C1, bidi and zero-width controls, U+2028/9. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the purpose.
const unsafe = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

const marker = /\[\s*(?=dod-gate)/gi;

/**
 * A foreign text, made fit to stand inside one line of a report: shortened in its middle, every character that would
 * break or disguise the line written as `\u{…}`, and unable to pass for one of the gate's own lines.
 */
export function quote(text: string, limit: number = longest): string {
  return disarm(escapeUnsafe(shorten(text, limit)));
}

/** The same for a line of output, whose tabs stay. */
export function quoteLine(text: string, limit: number): string {
  return disarm(escapeUnsafe(shorten(text.replaceAll("\t", "  "), limit)));
}

/** Rewrites the gate's own marker in a foreign text, so that nobody takes it for a verdict. */
export function disarm(text: string): string {
  return text.replace(marker, "(quoted: ");
}

/** Keeps the head and the tail of a long text and says how much is left out. */
function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = Math.ceil((limit * 2) / 3);
  const tail = limit - head;
  return `${text.slice(0, head)}…(${text.length - limit} more)…${text.slice(text.length - tail)}`;
}

function escapeUnsafe(text: string): string {
  return text.replace(unsafe, (character) => {
    if (character === "\n") return "\\n";
    if (character === "\r") return "\\r";
    if (character === "\t") return "\\t";
    return `\\u{${character.charCodeAt(0).toString(16)}}`;
  });
}
