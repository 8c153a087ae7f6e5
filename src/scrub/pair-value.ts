import type { Sort } from "./pair-key.ts";

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
function isOwnName(value: string, { text, sort }: Name): boolean {
  if (sort === "chosen" && /^[a-z]+$/.test(value) && value === text) return false;
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

const nothing =
  /^(?:undefined|null|nil|none|nan|true|false|yes|no|on|off|string|str|text|number|int|integer|bool|boolean|bytes|any|unknown|never|void|object|symbol|bigint|buffer|uint8array|secretstr|varchar|required|optional|missing|invalid|empty|unset|expired|inherit|include|omit|same-origin|await|new|async|function|return|typeof|yield|not|bearer|basic|placeholder|redacted|hidden|masked|todo|tbd)$/i;
const placeholder =
  /^(?:\[redacted|<[^<>]*>|[*•.…x_?#:-]+$|.{0,8}[*•]{3,}.{0,8}$|x{4,}|%[sdvqr]$|%\w+%$|\$[A-Za-z_]\w*$|\$\{[^}:]*(?::[-?+=]?)?\}$|\$\(|\$?\{\{|\{[\w.]*\}$|:[a-z_]+$|(?:your|insert|replace|enter)[-_ ]|[\w-]*[-_]here$)/i;

/** Whether it is no value but says that there is none, or what belongs there: `undefined`, `string`, `<token>`, `$TOKEN`, `***`. */
export function standsForValue(value: string): boolean {
  return value === "" || nothing.test(value) || placeholder.test(value);
}

/** A number, or what a lockfile or a manifest gives beside a package's name: a version, a range, another place. */
function isNumeral(value: string): boolean {
  return /^0x[\da-fA-F]{1,8}$|^#[\da-fA-F]{3,8}$|^[\^~<>=v ]{0,3}\d+\.\d+\.\d+(?:[-+.][\w.+-]*)?$|^(?:workspace|file|link|npm|catalog|portal|patch):/.test(
    value,
  );
}

/** The ids that OpenCode gives. */
function isOpaqueId(value: string): boolean {
  return /^(?:ses|msg|prt|per|que|call|tool|wrk|pty|evt)_[A-Za-z0-9_]+$/.test(value);
}

/** A template of which nothing but the template could be secret. */
function isInterpolated(value: string): boolean {
  const left = value.replace(
    /[$#%]?\{(?:(?!:[-=]\w)[^{}]){0,120}\}+|\$\([^()]{0,120}\)|\$[A-Za-z_]\w{0,60}|%\(\w{1,60}\)s|%[sdvqr]/g,
    "",
  );
  return left !== value && !isRandom(left);
}

const call = /^(?:[A-Za-z_&*!]|\$\w)[\w$.?!:<>*]*[([<{]/;
const chain = /^[A-Za-z_$][\w$]*(?:(?:\?\.|!\.|\.|::|->)[A-Za-z_$#][\w$]*)+[!?]?$/;
const letters = /^[A-Za-z][A-Za-z_]*$/;
const typeName =
  /^(?:[A-Z][a-z]+\d{0,5})*(?:Array|Buffer|Bytes|String|Base64|Schema|Type|Hash|Key|Token|Secret|Options)$/;
const ofSecrets = /pass|pwd|secret|token|key|auth|cookie|cred|jwt|hash|value|string|config|option|param/i;

/** An expression: a call, a member, a reference, a name made of words one of which speaks of a secret. */
function isCode(value: string): boolean {
  if (
    /^(?:[([{|>=&]|\/[*/]|(?:qr|m)?\/[^/]*[[\\(]|[&*!@]'?[A-Za-z]+$)/.test(value) ||
    call.test(value) ||
    typeName.test(value)
  )
    return true;
  if (chain.test(value)) return !value.split(/[.:>?!-]+/).some((part) => isRandom(part) && !typeName.test(part));
  if (/^(?:password|passwd|pwd|passphrase|secret|token|key|auth|cookie|hash|str|value)$/i.test(value)) return true;
  return letters.test(value) && /[a-z][A-Z]|_/.test(value) && ofSecrets.test(value);
}

/** Whether it mixes letters with digits or with signs, as passwords do. */
function isMixed(value: string): boolean {
  return /[A-Za-z]/.test(value) && /[0-9!@#$%^&*+~]/.test(value);
}

/** Words, each with a few digits at its end, joined by signs: `oauth2`, `utf-8`, `v1.2.3`, `step_2`. */
const words = /^[A-Za-z]*\d{0,4}(?:[-_.:/@+][A-Za-z]*\d{0,4})*$/;

function isCompound(value: string): boolean {
  return /[-_.:/]/.test(value) && words.test(value);
}

/** Whether it looks like what a machine drew: long enough, letters and digits in no order. */
export function isRandom(value: string): boolean {
  if (value.length < 8 || /\s/.test(value) || value.includes("://")) return false;
  if (/[A-Za-z]/.test(value) && /\d/.test(value)) return !words.test(value) && !isPath(value) && !call.test(value);
  return (
    value.length >= 32 &&
    /^[\w+/-]+={0,2}$/.test(value) &&
    /[a-z]/.test(value) &&
    /[A-Z]/.test(value) &&
    !words.test(value)
  );
}

const path =
  /^(?:~|\.{1,2}|[A-Za-z]:)?(?:[\\/][\p{L}\p{N}_@.+ ()-]*)+(?::\d+){0,2}$|^[\w@.-]+(?:\/[\w@.-]+)+(?::\d+){0,2}$/u;
const file =
  /^[\w@.-]{1,80}\.(?:[cm]?[jt]sx?|json|ya?ml|toml|md|txt|py|rs|go|rb|java|kt|cs|css|html?|sh|pem|key|crt|env|lock|log)(?::\d+){0,2}$/;

/** A path or a file's name, as opposed to base64 with a slash in it. */
export function isPath(value: string): boolean {
  if (file.test(value)) return true;
  return (
    path.test(value) &&
    value.split(/[\\/]/).every((part) => part.length < 32 && !/[a-z]\d[A-Z]|[A-Z]\d[a-z]|\d[a-z]\d[a-z]/.test(part))
  );
}

const prose =
  /\b(?:the|is|are|be|been|was|must|not|your|with|should|can|cannot|could|will|would|has|have|does|did|please|enter|required|invalid|missing|wrong|incorrect|expired|failed|empty|least|when|from|passwords?|passphrase|tokens?|keys?)\b/i;

/** Words about a secret, which a passphrase of random words is not. */
export function isSentence(value: string): boolean {
  return prose.test(value) || /^\s|[.?…:]\s*$/.test(value);
}

/** Three to 24 lower-case words, as a recovery phrase or a diceware passphrase has. */
export function isPhrase(line: string): boolean {
  const words = line.trim();
  return /^[a-z]{3,12}(?: [a-z]{3,12}){2,23}$/.test(words) && !isSentence(words);
}

/** The start of a cookie header's value. */
export function isCookie(value: string): boolean {
  return /^[\w.!#$%&*+^|~-]{1,128}="?[^\s;"']/.test(value);
}

/** The name of an authentication scheme; what follows it is the secret. */
export const schemeName = /(?:bearer|basic|token|bot|apikey)[ \t]{1,4}(?=\[redacted|[^\s"'`]{0,64}\d|[^\s"'`]{16})/iy;
