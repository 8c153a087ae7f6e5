/** Why a reply is no judgement. */
export type ReplyFault =
  | "empty"
  | "tooLong"
  | "severalLines"
  | "notAnObject"
  | "badJson"
  | "wrongType"
  | "unknownKey"
  | "duplicateKey"
  | "missingKey"
  | "textAfter";

export type ReplyReading =
  | { readonly ok: true; readonly pass: boolean; readonly reasons: readonly string[] }
  | { readonly ok: false; readonly why: ReplyFault };

/** In UTF-16 code units. */
const longest = 64 * 1024;

/**
 * Reads a grader's reply: one JSON object on one line, alone or in one code block, with exactly the keys `pass` and
 * `reasons`, each once. Spaces and empty lines around it are no fault; everything else is. A key more than asked for is
 * one too, since nobody knows what a grader that leaves the form means by the rest.
 */
export function readReply(text: string): ReplyReading {
  if (text.length > longest) return unreadable("tooLong");
  const trimmed = trim(text);
  if (trimmed === "") return unreadable("empty");
  const line = unwrap(trimmed);
  return line === undefined ? unreadable("severalLines") : readObject(new Scanner(line));
}

/** The only line of a reply, out of its code block if there is one. */
function unwrap(text: string): string | undefined {
  const lines = text.split(/\r\n|\r|\n/);
  const [first = "", ...rest] = lines;
  if (rest.length === 0) return first;
  if (rest.pop() !== "```" || !/^```(?:json)?[ \t]*$/i.test(first)) return undefined;
  const inner = trim(rest.join("\n"));
  return inner.includes("\n") ? undefined : inner;
}

function readObject(scanner: Scanner): ReplyReading {
  if (!scanner.take("{")) return unreadable("notAnObject");
  let pass: boolean | undefined;
  let reasons: readonly string[] | undefined;
  for (let more = !scanner.take("}"); more; ) {
    const key = scanner.takeString();
    if (key === undefined || !scanner.take(":")) return unreadable("badJson");
    if (key !== "pass" && key !== "reasons") return unreadable("unknownKey");
    if ((key === "pass" ? pass : reasons) !== undefined) return unreadable("duplicateKey");
    if (key === "pass") pass = scanner.take("true") ? true : scanner.take("false") ? false : undefined;
    else reasons = readStrings(scanner);
    if ((key === "pass" ? pass : reasons) === undefined) return unreadable("wrongType");
    more = scanner.take(",");
    if (!more && !scanner.take("}")) return unreadable("badJson");
  }
  if (!scanner.atEnd()) return unreadable("textAfter");
  return pass === undefined || reasons === undefined ? unreadable("missingKey") : { ok: true, pass, reasons };
}

function readStrings(scanner: Scanner): readonly string[] | undefined {
  if (!scanner.take("[")) return undefined;
  const strings: string[] = [];
  if (scanner.take("]")) return strings;
  do {
    const string = scanner.takeString();
    if (string === undefined) return undefined;
    strings.push(string);
  } while (scanner.take(","));
  return scanner.take("]") ? strings : undefined;
}

function unreadable(why: ReplyFault): ReplyReading {
  return { ok: false, why };
}

/** Walks over one line of JSON once, skipping its white space. */
class Scanner {
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  take(token: string): boolean {
    this.skipSpace();
    if (!this.text.startsWith(token, this.at)) return false;
    this.at += token.length;
    return true;
  }

  takeString(): string | undefined {
    this.skipSpace();
    const start = this.at;
    if (this.text[start] !== '"') return undefined;
    let end = start + 1;
    while (end < this.text.length && this.text[end] !== '"') end += this.text[end] === "\\" ? 2 : 1;
    this.at = Math.min(end + 1, this.text.length);
    return parseString(this.text.slice(start, this.at));
  }

  atEnd(): boolean {
    this.skipSpace();
    return this.at === this.text.length;
  }

  private skipSpace(): void {
    while (isSpace(this.text[this.at])) this.at++;
  }
}

function parseString(literal: string): string | undefined {
  try {
    const value: unknown = JSON.parse(literal);
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Only the white space of JSON: a byte order mark or another invisible character is text. */
function trim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text[start])) start++;
  while (end > start && isSpace(text[end - 1])) end--;
  return text.slice(start, end);
}

function isSpace(character: string | undefined): boolean {
  return character === " " || character === "\t" || character === "\n" || character === "\r";
}
