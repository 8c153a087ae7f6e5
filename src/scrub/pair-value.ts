import { isCode, isCompound, isMixed, isPath, isPhrase, isRandom, isSentence } from "./looks.ts";
import type { Sort } from "./pair-key.ts";
import { isInterpolated, isNumeral, isOpaqueId, standsForValue } from "./stand-ins.ts";

/** How a value stands beside its name: in quotes; right behind `=`; or behind a blank or a colon, as in prose and code. */
export type Place =
  | { readonly form: "quoted" }
  | { readonly form: "tight" }
  /** `line`, `quotes`: name and value are all there is on their line, or between two quotes. */
  | { readonly form: "loose"; readonly alone: "line" | "quotes" | "no" };

interface Name {
  readonly text: string;
  readonly sort: Sort;
  readonly environment: boolean;
}

/**
 * Whether a value is a secret and not code, a type, a placeholder or a word of prose. Where that can't be known, what
 * a password is given counts as one, and a word in code doesn't.
 */
export function isSecret(value: string, name: Name, place: Place): boolean {
  return value !== "" && couldBeSecret(value, name, place) && !isKnownHarmless(value, name);
}

function couldBeSecret(value: string, name: Name, place: Place): boolean {
  switch (place.form) {
    case "quoted":
      return isSecretText(value, name);
    case "tight":
      return isSecretArgument(value, name);
    case "loose":
      return isSecretWord(value, name, place.alone);
  }
}

function isKnownHarmless(value: string, name: Name): boolean {
  return (
    standsForValue(value) ||
    isOpaqueId(value) ||
    isNumeral(value) ||
    isInterpolated(value) ||
    isPath(value) ||
    isOwnName(value, name)
  );
}

/** `token: token`, `Password: "Password"`, `this.apiKey = apiKey`. A password may be "password". */
function isOwnName(value: string, { text, sort, environment }: Name): boolean {
  if (sort === "chosen" && (environment || value === text)) return false;
  return value.length >= 4 && value.length <= text.length && text.toLowerCase().endsWith(value.toLowerCase());
}

function isSecretText(value: string, { text, sort, environment }: Name): boolean {
  // The label of a field in another script, a sigil.
  if (!/[!-~]/.test(value) || /^\W$/.test(value)) return false;
  switch (sort) {
    case "chosen":
      return environment || !/\s/.test(value) || !isSentence(value);
    case "phrase":
      return value.length >= 5 && (/pass/i.test(text) ? !isSentence(value) : isPhrase(value));
    case "issued":
      return value.length >= 5 && /^[!-~]+$/.test(value) && !isLabel(value, text) && !isPattern(value);
    default:
      return (isDrawn(value, text) && !isPattern(value)) || /^[^\s:/]{1,64}:[^\s:/]{3,}$/.test(value);
  }
}

function isSecretArgument(value: string, { text, sort, environment }: Name): boolean {
  if (/^\d{1,5}$/.test(value)) return sort === "chosen" && value.length > 1;
  if (sort === "maybe" || sort === "cookie") return isDrawn(value, text);
  if (environment) return true;
  if (isCode(value)) return false;
  return sort !== "issued" || value.length >= 5;
}

function isSecretWord(value: string, { text, sort }: Name, alone: "line" | "quotes" | "no"): boolean {
  if (sort === "maybe" || sort === "cookie") {
    return (alone === "no" ? isRandom(value) : isDrawn(value, text)) && !isCode(value);
  }
  return isWordLikeSecret(value, sort, alone) && !isCode(value);
}

function isWordLikeSecret(value: string, sort: Sort, alone: "line" | "quotes" | "no"): boolean {
  if (alone === "line") {
    if (/^\d+$/.test(value)) return sort !== "issued";
    if (/^[A-Z][a-z]+$/.test(value)) return false;
    return isMixed(value) || value.length >= (sort === "issued" ? 16 : 6);
  }
  if (alone === "quotes" && value.length >= 5 && isMixed(value)) return true;
  return sort === "issued" ? isRandom(value) : value.length >= 6 && isMixed(value) && !isCompound(value);
}

/** Whether a machine may have drawn it, or a person chosen it. A token is shorter in an example than in earnest. */
function isDrawn(value: string, name: string): boolean {
  if (isRandom(value)) return true;
  if (value.length < 6 || isCompound(value) || !isMixed(value)) return false;
  return /(?:pass|pwd)\d?$/i.test(name) || (/token\d?$/i.test(name) && /^[\w+/.~-]+=*$/.test(value));
}

/** Words with no digit: the name of a type, a stand-in such as `test-api-key`, a kind of token such as `START_TAG`. */
function isLabel(value: string, name: string): boolean {
  if (value.length < 24 && /^[a-z]+(?:[-_.][a-z]+)+$/.test(value)) return true;
  if (/^_{0,2}[A-Z][A-Za-z]+(?:Key|Token|Secret)$/.test(value)) return true;
  if (!/token$/i.test(name)) return false;
  return (
    (value.length < 24 && /^\W?[A-Za-z]+(?:[-_.][A-Za-z]+)*$/.test(value)) || /^\W?(?:[A-Z][a-z]{2,}|JSX)+$/.test(value)
  );
}

/** A regular expression, as the names of tokens have in a lexer. */
function isPattern(value: string): boolean {
  return /\(\?[:=!<]|\[\^|\\[wdsbWDSB]|[\])][*+?]/.test(value);
}

/** The start of a cookie header's value. */
export function isCookie(value: string): boolean {
  return /^[\w.!#$%&*+^|~-]{1,128}="?[^\s;"']/.test(value);
}

/** The name of an authentication scheme; what follows it is the secret. */
export const schemeName = /(?:bearer|basic|token|bot|apikey)[ \t]{1,4}(?=\[redacted|[^\s"'`]{0,64}\d|[^\s"'`]{16})/iy;
