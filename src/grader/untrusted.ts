const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** What could pass for one of our own fences or for the host's voice. */
const imitation = /\[\s*(?=(?:end\s+of\s+)?untrusted\s+data)|<(?=\/?system-reminder)/gi;

/** How many times more than can be shown is looked at, so that what scrubbing takes away leaves enough. */
const reserve = 4;

/** The ends of a text so long that no more than `shown` UTF-16 code units of it will be read. */
export function keepReadable(text: string, shown: number): string {
  const half = (shown * reserve) / 2;
  if (text.length <= 2 * half) return text;
  return `${text.slice(0, half)}\n(${text.length - 2 * half} characters left out here)\n${text.slice(-half)}`;
}

/** A foreign text on one line: whatever would break, hide or reorder it is written as `\u{…}`. */
export function escapeLine(text: string): string {
  return escapeInvisible(text, "");
}

/** The same for a text of several lines, which stay. */
export function escapeLines(text: string): string {
  return escapeInvisible(text.replace(/\r\n?/g, "\n"), "\n\t");
}

function escapeInvisible(text: string, kept: string): string {
  return text.replace(invisible, (character) => {
    if (kept.includes(character)) return character;
    if (character === "\n") return "\\n";
    if (character === "\r") return "\\r";
    if (character === "\t") return "\\t";
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}

/**
 * Untrusted lines, each behind a bar. No other line of a prompt begins with one, so nothing in them can end their fence;
 * nor can they name the marker or imitate a fence.
 */
export function bar(lines: string, marker: string): string {
  const disarmed = lines.replaceAll(marker, "(marker)").replace(imitation, "(quoted: ");
  return `| ${disarmed.replaceAll("\n", "\n| ")}`;
}

/** Closes barred lines in between two lines of our own. */
export function enclose(barred: string, label: string, marker: string): string {
  return `[untrusted data ${marker}: ${label}]\n${barred}\n[end of untrusted data ${marker}]`;
}

/** Room for the line that says what is left out. */
const seam = 60;

/** Keeps the head and the tail of barred lines that are longer than the limit, which is more than a few words. */
export function shortenBarred(barred: string, limit: number): string {
  if (barred.length <= limit) return barred;
  const cut = wholeCharacter(barred, Math.floor(((limit - seam) * 2) / 3));
  // A line that begins at the cut must not lose its bar.
  const head = barred.slice(0, cut).replace(/\n\|?$/, "");
  const to = wholeCharacter(barred, barred.length - (limit - seam - cut));
  const left = barred.slice(head.length, to).replaceAll("\n| ", "\n").length;
  return `${head}\n| (${left} characters left out here)\n| ${barred.slice(to)}`;
}

/** The same within one line. */
export function shortenLine(line: string, limit: number): string {
  if (line.length <= limit) return line;
  const from = wholeCharacter(line, Math.floor((limit * 2) / 3));
  const to = wholeCharacter(line, line.length - (limit - from));
  return `${line.slice(0, from)}(${to - from} characters left out)${line.slice(to)}`;
}

/** An index that doesn't lie within a surrogate pair. */
function wholeCharacter(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code >= 0xdc00 && code <= 0xdfff ? index + 1 : index;
}

/** The ends of a long list, and how many are left out between them. */
export function pickEnds<Item>(items: readonly Item[], most: number) {
  const left = Math.max(0, items.length - most);
  const head = left === 0 ? items.length : Math.ceil((most * 3) / 4);
  return { head: items.slice(0, head), left, tail: items.slice(head + left) };
}
