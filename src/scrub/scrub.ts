import { findInAddresses } from "./addresses.ts";
import { findOptions } from "./options.ts";
import { findPairs } from "./pairs.ts";
import { findPrivateKeys } from "./private-keys.ts";
import { mergeSpans } from "./span.ts";
import { findTokens } from "./tokens.ts";

/** Returns the text with every secret replaced. */
export type Scrub = (text: string) => string;

/**
 * Replaces each secret in a text by `[redacted]`, or `[redacted: github token]` where its kind is known, and leaves
 * the rest as it is: the names of pairs, code, hashes, ids, paths. Scrubbing twice changes nothing more. Linear in
 * the length of the text. See docs/adr/0002-scrubbing.md.
 */
export function scrub(text: string): string {
  let scrubbed = "";
  let from = 0;
  const found = [
    ...findPrivateKeys(text),
    ...findPairs(text),
    ...findOptions(text),
    ...findInAddresses(text),
    ...findTokens(text),
  ];
  for (const { start, end, label } of mergeSpans(found)) {
    scrubbed += `${text.slice(from, start)}[redacted${label === undefined ? "" : `: ${label}`}]`;
    from = end;
  }
  return scrubbed + text.slice(from);
}

/** For callers that load at first use. There is nothing heavy to load: `scrub` is ready at once. */
export async function loadScrub(): Promise<Scrub> {
  return scrub;
}
