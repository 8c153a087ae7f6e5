import { findInAddresses } from "./addresses.ts";
import { findOptions } from "./options.ts";
import { findPairs } from "./pairs.ts";
import { findPrivateKeys } from "./private-keys.ts";
import { mergeSpans, type Span } from "./span.ts";
import { findTokens } from "./tokens.ts";

/** Returns the text with every secret replaced. */
export type Scrub = (text: string) => string;

/** What a replacement bares is replaced too, which takes a second look; this is how often there is another one. */
const mostLooks = 4;

/**
 * Replaces each secret in a text by `[redacted]`, or `[redacted: github token]` where its kind is known, and leaves
 * the rest as it is: the names of pairs, code, hashes, ids, paths. Scrubbing twice changes nothing more. Linear in
 * the length of the text. See docs/adr/0002-scrubbing.md.
 */
export function scrub(text: string): string {
  let scrubbed = text;
  for (let look = 0; look < mostLooks; look += 1) {
    const spans = findSecrets(scrubbed);
    if (spans.length === 0) break;
    scrubbed = redact(scrubbed, spans);
  }
  return scrubbed;
}

function findSecrets(text: string): Span[] {
  return mergeSpans([
    ...findPrivateKeys(text),
    ...findPairs(text),
    ...findOptions(text),
    ...findInAddresses(text),
    ...findTokens(text),
  ]);
}

function redact(text: string, spans: readonly Span[]): string {
  let redacted = "";
  let from = 0;
  for (const { start, end, label } of spans) {
    redacted += `${text.slice(from, start)}[redacted${label === undefined ? "" : `: ${label}`}]`;
    from = end;
  }
  return redacted + text.slice(from);
}

/** For callers that load it when it is first needed, by importing this module then. */
export async function loadScrub(): Promise<Scrub> {
  return scrub;
}
