const upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const lower = upper.toLowerCase();
const digits = "0123456789";

const alphabets = {
  alnum: upper + lower + digits,
  word: `${upper}${lower}${digits}_`,
  url: `${upper}${lower}${digits}_-`,
  base64: `${upper}${lower}${digits}+/`,
  hex: `${digits}abcdef`,
  upper: upper + digits,
  lower: lower + digits,
  digits,
} as const;

export type Alphabet = keyof typeof alphabets;

/** A body for a made-up secret, the same at every run. Assembled here so that no scanner takes the tests for a leak. */
export function fake(alphabet: Alphabet, length: number, seed = length): string {
  const letters = alphabets[alphabet];
  let state = (seed * 2654435761 + 97) >>> 0;
  let body = "";
  while (body.length < length) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const letter = letters.charAt((state >>> 8) % letters.length);
    // The ends are alphanumeric, as those of nearly all real tokens are.
    if (/[A-Za-z0-9]/.test(letter) || (body.length > 0 && body.length < length - 1)) body += letter;
  }
  return body;
}

export function base64url(text: string): string {
  return Buffer.from(text).toString("base64url");
}

/** A signed JSON web token. */
export function fakeJwt(subject = "1234567890"): string {
  const header = base64url(JSON.stringify({ alg: "HS256", typ: "JWT" }));
  const payload = base64url(JSON.stringify({ sub: subject, iat: 1516239022 }));
  return `${header}.${payload}.${fake("url", 43)}`;
}

/** The lines of a private key's body, as PEM wraps them. */
export function fakeKeyLines(count = 6): string[] {
  return [
    ...Array.from({ length: count - 1 }, (_, line) => fake("base64", 64, line + 1)),
    `${fake("base64", 42, 99)}==`,
  ];
}

export function pemMarker(edge: "BEGIN" | "END", kind = "RSA PRIVATE KEY"): string {
  const dashes = "-".repeat(5);
  return `${dashes}${edge} ${kind}${dashes}`;
}
