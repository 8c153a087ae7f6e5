import { isPhrase } from "./looks.ts";
import type { Name } from "./pair-name.ts";
import { isCookie, isSecret, type Place, schemeName } from "./pair-value.ts";
import type { Span } from "./span.ts";
import { matchAt, skip } from "./sticky.ts";

/** How much of a value is looked at to judge it, in UTF-16 code units; a secret is then taken whole. */
const glance = 128;

/** A placeholder that an earlier scrub left is part of the value it stands in. */
const placeholder = "\\[redacted(?:: [a-z0-9. ]{1,40})?\\]";
const commaOrSign =
  ",(?!\\s|$|[\"'[{]|[\\w.-]{1,40}[=:])|;(?!\\s|$|[\\w. -]{1,40}=)|&(?![\\w.%-]{1,60}=|amp;|quot;|#3|\\s|$)";

/** What a value is made of, by where it stands: it ends where the next pair, or the text around it, begins. */
export const runs = {
  text: run(`[^\\s"'\`<>,;&\\\\]|${commaOrSign}|\\\\(?![nrt"'\\\\])`),
  query: run(`[^\\s"'\`<>,;&\\\\#]|${commaOrSign}`),
  escapedQuery: run("(?!%(?:2[0236Cc]|7[Dd]|0[Aa]|5[Dd]|3[Bb]))[^\\s\"'`<>,;&\\\\]"),
  element: run("[^<\\s]"),
  environment: run("\\S"),
  line: run("(?!\\\\[nr])[^\\r\\n\"'`]"),
};

interface Run {
  readonly beginning: RegExp;
  readonly whole: RegExp;
}

function run(character: string): Run {
  const value = `(?:${placeholder}|${character})`;
  return { beginning: new RegExp(`${value}{1,${glance}}`, "y"), whole: new RegExp(`${value}+`, "y") };
}

/** The start of the value that is written there, to judge it by. */
export function beginningAt(text: string, at: number, run: Run): string {
  return trimmed(matchAt(text, at, run.beginning));
}

export function wholeAt(text: string, start: number, run: Run): Span {
  return { start, end: start + trimmed(matchAt(text, start, run.whole)).length };
}

/** Schemes of the authorization header whose parameters go on to the end of the line. */
const signedScheme = /(?:digest|aws4-hmac-sha256|oauth|hawk|negotiate|ntlm|signature)[ \t]{1,4}(?=[\w/+-])/iy;

/** The value without quotes that starts there, if it is a secret. */
export function bareValue(text: string, at: number, name: Name, separator: string, tight: boolean): Span | undefined {
  const parameters = /authorization$/i.test(name.text) ? skip(text, at, signedScheme) : at;
  if (parameters > at) return restOfLine(text, parameters, name);
  if (name.sort === "cookie" && isCookie(text.slice(at, at + glance))) return restOfLine(text, at, name);
  if (name.sort === "phrase" && isPhrase(beginningAt(text, at, runs.line))) return wholeAt(text, at, runs.line);

  const startsHere = startsLine(text, name.start);
  const run = runOf(text, name, separator, tight && startsHere);
  const start = name.sort === "chosen" ? at : skip(text, at, schemeName);
  const value = beginningAt(text, start, run);
  const end = start + value.length;
  if (run === runs.element && !text.startsWith("</", end)) return undefined;
  const place: Place =
    tight || run === runs.element
      ? { form: "tight" }
      : { form: "loose", alone: aloneness(text, name, startsHere, end) };
  return isSecret(value, name, place) ? wholeAt(text, start, run) : undefined;
}

const longestLine = 8192;

/** To the end of the line, or of the string that the whole pair is in. */
function restOfLine(text: string, start: number, name: Name): Span {
  const before = text.charAt(name.start - 1);
  const line = text.slice(start, start + longestLine).split(/[\r\n]|\\[nr]/, 1)[0] ?? "";
  const value = /["'`]/.test(before) ? (line.split(before, 1)[0] ?? "") : line;
  return { start, end: start + value.replace(/[\s\\"'`,)]+$/, "").length };
}

function runOf(text: string, name: Name, separator: string, tightOnLine: boolean): Run {
  if (separator.startsWith("%")) return runs.escapedQuery;
  if (separator === ">") return runs.element;
  if (tightOnLine && name.environment) return runs.environment;
  return /[?&]/.test(text.charAt(name.start - 1)) ? runs.query : runs.text;
}

/** Without the punctuation of the sentence, and the brackets, that a value stands in. */
function trimmed(value: string): string {
  let end = value.length;
  while (end > 0) {
    const last = value.charAt(end - 1);
    const opener = { ")": "(", "]": "[", "}": "{" }[last];
    const outer = opener === undefined ? ".,:;!?".includes(last) : !value.slice(0, end).includes(opener);
    if (!outer) break;
    end -= 1;
  }
  return value.slice(0, end);
}

const lead = /(?:^|\n|\\n)[\s>+|*-]{0,24}(?:\d{1,6}[:|]\s{0,4})?(?:export |set |declare -x )?["']?$/;

/** Whether only blanks and the marks of a diff or a list stand before it on its line. */
function startsLine(text: string, at: number): boolean {
  const match = lead.exec(text.slice(Math.max(0, at - 48), at));
  return match !== null && (at <= 48 || /^(?:\n|\\n)/.test(match[0]));
}

const lineRest = /[ \t]{0,32}(?:#[^\n]{0,200})?(?:\r?\n|\\[nr]|$)/y;

function aloneness(text: string, name: Name, startsHere: boolean, valueEnd: number): "line" | "quotes" | "no" {
  lineRest.lastIndex = valueEnd;
  if (startsHere && lineRest.test(text)) return "line";
  const before = text.charAt(name.start - 1);
  return /["'`]/.test(before) && text.charAt(valueEnd) === before ? "quotes" : "no";
}
