/**
 * What a name says of its value.
 *
 * - `chosen`: a person chose it (password, secret), so any text may be one.
 * - `issued`: a machine made it (api key, access token), so it has no spaces and is no ordinary word in code.
 * - `maybe`: the word has other meanings (token, auth), so the value must look random.
 * - `cookie`, `phrase`: one whose value goes on to the end of the line.
 */
export type Sort = "chosen" | "issued" | "maybe" | "cookie" | "phrase";

/** A quick look, before the name is taken apart. */
const telling = /pass|pwd|secret|token|key|auth|cookie|cred|jwt|bearer|sig|psk|phrase|mnemonic|sess|connect\.sid/i;

/** What may follow: which one it is, or how it is written. */
const suffix =
  /(?:_?(?:prod|production|dev|development|test|testing|stage|staging|live|local|old|new|current|previous|next|default|main|backup|base|base64|b64|hex|value|val|plain|plaintext|raw|string|str|confirm|confirmation|again|repeat|rw|ro|read|write)){0,2}(?:_?v?\d{1,3})?$/;

/** In order: the first that a name ends in says what it is. */
const patterns: ReadonlyArray<readonly [Sort, RegExp]> = [
  ["cookie", /(?:^|[_\d])cookie$/],
  ["phrase", /(?:pass_?phrase|mnemonic|(?:seed|recovery)_?(?:phrase|words))$/],
  ["chosen", /(?:password|passwd|pass_?code|secret|pwd)$/],
  [
    "chosen",
    /(?:db|user|smtp|imap|mail|ftp|ssh|sudo|pg|sql|postgres|redis|mq|mongo|ldap|admin|root|login|http|proxy|basic|auth|key|store|cert|vault)_?pass$/,
  ],
  ["issued", /(?:api|access|secret|private|signing|encryption|encrypt|hmac|jwt|webhook|pre_?shared)_?key$/],
  ["issued", /[a-z\d]_?token$/],
  ["issued", /(?:^|_)(?:authorization|bearer|jwt|psk|phpsessid|jsessionid|connect_sid|asp_net_session_?id)$/],
  ["issued", /(?:^|_)(?:amz|goog)_(?:signature|security_token)$/],
  ["maybe", /(?:^|[_\d])(?:token|pass|auth|credentials?|sig)$/],
  [
    "maybe",
    /(?:account|master|app|application|license|subscription|consumer|shared|shared_access|admin|deploy|auth|ssh|storage|service|session|root|client|server|bot|crypt|crypto|cipher|aes|rsa|machine)_?key$/,
  ],
  ["maybe", /(?:password|secret|api_?key|credential|access_?token|private_?key)s$/],
];

const environment = /^[A-Z][A-Z0-9_]{2,}$/;
/** Names of the working directory, of errors, of flags and of actions, whose value is one only if it looks like one. */
const doubtful =
  /^(?:is|has|no|invalid|missing|wrong|bad|incorrect|expired|unexpected|weak|forgot|forgotten|reset|change|require|required|requires|need|needs|show|hide|toggle|verify|check|validate|compare|unknown|unauthorized)_|_(?:invalid|missing|wrong|expired|unexpected)_/;

/** What a name in a pair says of its value; undefined for a name that doesn't speak of a secret. */
export function sortOf(name: string): Sort | undefined {
  if (!telling.test(name)) return undefined;
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[.\s$-]+/g, "_")
    .replace(/^_+/, "")
    .toLowerCase();
  const plain = words.replace(suffix, "");
  const sort = patterns.find(([, pattern]) => pattern.test(plain))?.[0];
  if (sort !== undefined && (/^(?:OLD)?PWD$/.test(name) || doubtful.test(words))) return "maybe";
  if (sort !== "maybe" || !environment.test(name)) return sort;
  // NPM_TOKEN and DB_PASS, in the way environments write them, are nothing else.
  if (plain.endsWith("token")) return "issued";
  return plain.endsWith("_pass") ? "chosen" : sort;
}

/** The name of an environment variable, as convention writes it. */
export function isEnvironmentName(name: string): boolean {
  return environment.test(name);
}
