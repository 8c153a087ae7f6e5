import type { Span } from "./span.ts";

const kind = "(?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----";
const begin = new RegExp(`-----BEGIN ${kind}`, "g");
const end = new RegExp(`-----END ${kind}`, "g");
const endHere = new RegExp(end.source, "y");

/** What a diff, a quotation, a line number or a source file puts before a line and behind it. */
const margin = "[\\s>|+:\"'`0-9-]{0,12}";
const rim = "[\\s\\\\\"',`+;]{0,6}";
const header = "(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset): .{0,200}";
/** A line of a key's body: base64, its padded end, a checksum, a header, or nothing. */
const bodyLine = new RegExp(
  `^${margin}(?:[A-Za-z0-9+/]{20,}={0,2}|[A-Za-z0-9+/]{1,19}={1,2}|=[A-Za-z0-9+/]{4}|${header})?${rim}$`,
);
/** A line that was cut, at the edge of the text. */
const cutLine = new RegExp(`^${margin}[A-Za-z0-9+/=]+${rim}$`);
const inOneLine = /^[\s"'`]{0,4}[A-Za-z0-9+/=]{40,}/;
/** A line may end by an escape, in a JSON string. */
const lineEnd = /\r?\n|(?:\\r)?\\n/g;

/** How far a key's end is looked for, in UTF-16 code units. The PEM of an RSA key of 16,384 bits is a third of it. */
const longestBody = 32_768;

/**
 * Private keys in PEM or OpenPGP armour: whole ones, those that lost their end, and those that lost their beginning,
 * as in the tail of an output. A marker with no key beside it is left alone: code that reads keys has them.
 */
export function findPrivateKeys(text: string): Span[] {
  return [...findBegun(text), ...findBeheaded(text)];
}

function findBegun(text: string): Span[] {
  const found: Span[] = [];
  for (const { 0: marker, index } of text.matchAll(begin)) {
    const bodyStart = index + marker.length;
    const dashes = text.indexOf("-----", bodyStart);
    const limit = Math.min(dashes < 0 ? text.length : dashes, bodyStart + longestBody);
    endHere.lastIndex = limit;
    const closed = endHere.test(text) && /[A-Za-z0-9+/]{40}/.test(text.slice(bodyStart, limit));
    const stop = closed ? endHere.lastIndex : bodyStart + lengthOfBody(text.slice(bodyStart, limit));
    if (stop > bodyStart) found.push({ start: index, end: stop, label: "private key" });
  }
  return found;
}

/** How much of what follows a beginning belongs to the key. */
function lengthOfBody(after: string): number {
  let length = inOneLine.exec(after)?.[0].length ?? 0;
  for (const { line, start, stop } of linesOf(after)) {
    if (!bodyLine.test(line) && !(stop === after.length && start > 0 && cutLine.test(line))) break;
    if (line.trim() !== "") length = Math.max(length, stop);
  }
  return /[A-Za-z0-9+/]{20}/.test(after.slice(0, length)) ? length : 0;
}

function findBeheaded(text: string): Span[] {
  const found: Span[] = [];
  let from = 0;
  for (const { 0: marker, index } of text.matchAll(end)) {
    const before = text.slice(Math.max(from, index - longestBody), index);
    const start = startOfBody(before);
    from = index + marker.length;
    if (start < before.length) found.push({ start: index - before.length + start, end: from, label: "private key" });
  }
  return found;
}

function startOfBody(before: string): number {
  let bodyStart = before.length;
  for (const { line, start } of [...linesOf(before)].reverse()) {
    if (!bodyLine.test(line) && !(start === 0 && cutLine.test(line))) break;
    if (/[A-Za-z0-9]/.test(line)) bodyStart = start;
  }
  return bodyStart;
}

function* linesOf(text: string): Generator<{ readonly line: string; readonly start: number; readonly stop: number }> {
  let start = 0;
  for (const { 0: newline, index } of text.matchAll(lineEnd)) {
    yield { line: text.slice(start, index), start, stop: index };
    start = index + newline.length;
  }
  yield { line: text.slice(start), start, stop: text.length };
}
