/** What the host lets through uncut is 51200 bytes and 2000 lines; the verdict needs some of that. */
const most = { bytes: 28_000, lines: 1_000 };

/** A long text without its middle, so that what stands behind it isn't cut off by the host. */
export function boundText(text: string): string {
  return boundBytes(boundLines(text));
}

function boundLines(text: string): string {
  const lines = text.split("\n");
  if (lines.length <= most.lines) return text;
  const half = most.lines / 2;
  return [...lines.slice(0, half), `…(${lines.length - most.lines} lines left out)…`, ...lines.slice(-half)].join("\n");
}

function boundBytes(text: string): string {
  const bytes = new TextEncoder().encode(text).length;
  if (bytes <= most.bytes) return text;
  // A character of up to three bytes a code unit: what is kept fits whichever kind stands where.
  const half = Math.floor(most.bytes / 2 / Math.ceil(bytes / text.length));
  const head = text.slice(0, half).replace(/[\uD800-\uDBFF]$/, "");
  const tail = text.slice(-half).replace(/^[\uDC00-\uDFFF]/, "");
  return `${head}\n…(${text.length - head.length - tail.length} characters left out)…\n${tail}`;
}
