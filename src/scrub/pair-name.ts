import { isEnvironmentName, type Sort, sortOf } from "./pair-key.ts";

/** A name that speaks of a secret, where it stands before its separator. */
export interface Name {
  readonly text: string;
  readonly start: number;
  readonly sort: Sort;
  /** Written like the name of an environment variable. */
  readonly environment: boolean;
  /** In quotes, as in JSON. */
  readonly quoted: boolean;
  /** Blanks stand between the name and the separator. */
  readonly spaced: boolean;
}

const longestName = 64;
const longestGap = 32;

/** 1 for the code of a character that a name is made of. */
const nameCodes = new Uint8Array(128);
for (const character of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.$-") {
  nameCodes[character.charCodeAt(0)] = 1;
}

/** The end of a quoted name, of a subscript, of bold type. */
const closing = /(?:(?:\\{0,3}["'`]|%2[27]|&quot;|&#3[49];)\]?|\*{1,2}|[?!])$/;

/** The name that a separator follows, if it speaks of a secret. */
export function nameBefore(text: string, separatorAt: number, separator: string): Name | undefined {
  const gapStart = skipBlanksBack(text, separatorAt);
  const spaced = gapStart < separatorAt;
  const close = closingBefore(text, gapStart);
  const end = gapStart - close.length;
  const start = startOfName(text, end);
  if (start === end || (separator === ">" && (spaced || text.charAt(start - 1) !== "<"))) return undefined;
  const meant = meantBy(text, start, end, separator === "=" && spaced ? separatorAt : undefined);
  if (meant === undefined) return undefined;
  return {
    text: meant.text,
    start: meant.start,
    sort: meant.sort,
    environment: isEnvironmentName(meant.text),
    quoted: /["'`;27]/.test(close),
    spaced,
  };
}

function closingBefore(text: string, at: number): string {
  if (nameCodes[text.charCodeAt(at - 1)] === 1 && !text.startsWith("%2", at - 3)) return "";
  return closing.exec(text.slice(Math.max(0, at - 8), at))?.[0] ?? "";
}

/** The name at a place, or the one that it goes with. */
function meantBy(
  text: string,
  start: number,
  end: number,
  equalsAt?: number,
): Pick<Name, "text" | "start" | "sort"> | undefined {
  const word = text.slice(start, end);
  if (/^value$/i.test(word)) return sorted(nameOfEntry(text, start), start);
  const before = /^(?:key|token|secret|phrase)$/i.test(word) ? qualifierBefore(text, start) : undefined;
  if (before !== undefined) return sorted(`${before}_${word}`, start - before.length - 1);
  const own = sorted(word, start);
  if (own !== undefined || equalsAt === undefined) return own;
  const annotated = annotatedName(text, equalsAt);
  return annotated && sorted(annotated.name, annotated.start);
}

function sorted(name: string, start: number): Pick<Name, "text" | "start" | "sort"> | undefined {
  const sort = sortOf(name);
  return sort && { text: name, start, sort };
}

function skipBlanksBack(text: string, from: number): number {
  let at = from;
  while (from - at < longestGap && (text.charAt(at - 1) === " " || text.charAt(at - 1) === "\t")) at -= 1;
  return at;
}

function startOfName(text: string, end: number): number {
  const limit = Math.max(0, end - longestName);
  let at = end;
  while (at > limit && nameCodes[text.charCodeAt(at - 1)] === 1) at -= 1;
  return at;
}

const qualifier =
  /(?<![A-Za-z])(?:api|access|secret|private|auth|refresh|bearer|session|security|signing|encryption|seed|recovery|account|master|license|personal)[ ]$/i;

/** The `API` of `API key: …`. */
function qualifierBefore(text: string, start: number): string | undefined {
  if (text.charAt(start - 1) !== " ") return undefined;
  return qualifier.exec(text.slice(Math.max(0, start - 16), start))?.[0].trimEnd();
}

const entry =
  /(?:name|key)\\{0,3}["']?\s{0,4}[:=]\s{0,4}\\{0,3}["']?([A-Za-z0-9_.-]{3,64})\\{0,3}["']?\s{0,4},?\s{0,40}[\\"']{0,4}$/i;

/** In a list of entries, `name: DB_PASSWORD` and then `value: …`, the name stands before. */
function nameOfEntry(text: string, start: number): string {
  return entry.exec(text.slice(Math.max(0, start - 160), start))?.[1] ?? "";
}

const annotation = /([A-Za-z_$][\w$]{0,63})[?!]?:[ \t]?[A-Za-z][\w.<>[\]| ]{0,48}$/;

/** The `password` of `const password: string = …`. */
function annotatedName(text: string, separatorAt: number): { name: string; start: number } | undefined {
  const sliceStart = Math.max(0, separatorAt - 100);
  const match = annotation.exec(text.slice(sliceStart, separatorAt));
  return match?.[1] === undefined ? undefined : { name: match[1], start: sliceStart + match.index };
}
