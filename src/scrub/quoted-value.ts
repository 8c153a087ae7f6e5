import type { Name } from "./pair-name.ts";
import { isCookie, isSecret, schemeName } from "./pair-value.ts";
import type { Span } from "./span.ts";
import { skip } from "./sticky.ts";

/** A quotation mark as it stands in text, in a string inside a string, in an address and in HTML. */
export const quotationMark = /\\{0,3}["'`]|%2[27]|&quot;|&#3[49];/y;

/** How much of a value is looked at to judge it, in UTF-16 code units. */
const glance = 256;
const longest = 8192;
/** What can't start a value: the mark before it was then the end of a string, as in `"password: ", name`. */
const behindString = /^\s*(?:[,;)\]}]|\+(?![A-Za-z0-9+/]{16})|$)/;

/** The value in quotes that starts behind the mark, if it is a secret, and where the quotation ends. */
export function quotedValue(text: string, start: number, mark: string, name: Name): { span?: Span; end: number } {
  const close = closeOf(text, start, mark);
  const end = close + (text.startsWith(mark, close) ? mark.length : 0);
  const valueStart = Math.min(close, skip(text, start, schemeName));
  const value = text.slice(valueStart, Math.min(close, valueStart + glance));
  if (!name.quoted && behindString.test(value)) return { end: start };
  const secret = (name.sort === "cookie" && isCookie(value)) || isSecret(value, name, { form: "quoted" });
  return secret ? { span: { start: valueStart, end: close }, end } : { end };
}

/** Where the quotation ends: at the same mark, unless that is escaped, or else at the end of the line. */
function closeOf(text: string, start: number, mark: string): number {
  const ahead = text.slice(start, start + longest);
  let at = ahead.indexOf(mark);
  while (at >= 0 && isEscaped(ahead, at, mark)) at = ahead.indexOf(mark, at + 1);
  const end = at < 0 ? ahead.length : at;
  const newline = ahead.slice(0, end).indexOf("\n");
  return start + (newline < 0 ? end : newline);
}

/** Backslashes before a plain mark escape it if their number is odd; a mark that has some itself, if there are more. */
function isEscaped(text: string, at: number, mark: string): boolean {
  let backslashes = 0;
  while (text.charAt(at - backslashes - 1) === "\\") backslashes += 1;
  return mark.startsWith("\\") ? backslashes > 0 : backslashes % 2 === 1;
}
