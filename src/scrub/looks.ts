const call = /^(?:[A-Za-z_&*!]|\$\w)[\w$.?!:<>*]*[([<{]/;
const chain = /^[A-Za-z_$][\w$]*(?:(?:\?\.|!\.|\.|::|->)[A-Za-z_$#][\w$]*)+[!?]?$/;
const letters = /^[A-Za-z][A-Za-z_]*$/;
const typeName =
  /^(?:[A-Z][a-z]+\d{0,5})*(?:Array|Buffer|Bytes|String|Base64|Schema|Type|Hash|Key|Token|Secret|Options)$/;
const ofSecrets = /pass|pwd|secret|token|key|auth|cookie|cred|jwt|hash|value|string|config|option|param/i;

/** An expression: a call, a member, a reference, a name made of words one of which speaks of a secret. */
export function isCode(value: string): boolean {
  if (
    /^(?:[({|>=&]|\[(?!redacted)|\/\*|\/\/?$|(?:qr|m)?\/[^/]*[[\\(]|[&*!@]'?[A-Za-z]+$)/.test(value) ||
    call.test(value) ||
    typeName.test(value)
  )
    return true;
  if (chain.test(value)) return !value.split(/[.:>?!-]+/).some((part) => isRandom(part) && !typeName.test(part));
  if (/^(?:password|passwd|pwd|passphrase|secret|token|key|auth|cookie|hash|str|value)$/i.test(value)) return true;
  return letters.test(value) && /[a-z][A-Z]|_/.test(value) && ofSecrets.test(value);
}

/** Whether it mixes letters with digits or with signs, as passwords do. */
export function isMixed(value: string): boolean {
  return /[A-Za-z]/.test(value) && /[0-9!@#$%^&*+~]/.test(value);
}

/** Words, each with a few digits at its end, joined by signs: `oauth2`, `utf-8`, `v1.2.3`, `step_2`. */
const words = /^[A-Za-z]*\d{0,4}(?:[-_.:/@+][A-Za-z]*\d{0,4})*$/;

export function isCompound(value: string): boolean {
  return /[-_.:/]/.test(value) && words.test(value);
}

/** Whether it looks like what a machine drew: long enough, letters and digits or both cases in no order. */
export function isRandom(value: string): boolean {
  if (value.length < 8 || /\s/.test(value) || value.includes("://") || !/[A-Za-z]/.test(value)) return false;
  const inOrder = words.test(value) && (value.length < 20 || changesOfCase(value) * 6 <= value.length);
  if (/\d/.test(value)) return !inOrder && !isPath(value) && !call.test(value);
  return value.length >= 32 && /^[\w+/-]+={0,2}$/.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value) && !inOrder;
}

const path = /^(?:~|\.{1,2}|[A-Za-z]:)?(?:[\\/][\p{L}\p{N}_@. ()-]*)+(?::\d+){0,2}$/u;
const relativePath = /^[\w@.-]+(?:\/[\w@.-]+){2,}(?::\d+){0,2}$/;
const file =
  /^(?:[\w@.-]+\/)*[\w@.-]{1,80}\.(?:[cm]?[jt]sx?|json|ya?ml|toml|md|txt|py|rs|go|rb|java|kt|cs|css|html?|sh|pem|key|crt|env|lock|log)(?::\d+){0,2}$/;

/** A path or a file's name, as opposed to base64 with a slash in it. */
export function isPath(value: string): boolean {
  if (file.test(value)) return true;
  if (!path.test(value) && !relativePath.test(value)) return false;
  return changesOfCase(value) * 8 <= value.length && value.split(/[\\/]/).every(isDirectoryName);
}

function changesOfCase(value: string): number {
  return value.match(/[a-z][A-Z]|[A-Z]{2}[a-z]/g)?.length ?? 0;
}

function isDirectoryName(part: string): boolean {
  return part.length <= 5 || (part.length < 40 && (words.test(part) || /[\s()]|[^ -~]/.test(part)));
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
