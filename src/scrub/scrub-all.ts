import type { Scrub } from "./scrub.ts";

/**
 * Scrubs every text in a value of plain objects, lists and texts. Whole texts, before anybody shortens them: half a token is
 * no longer recognised.
 */
export function scrubAll<T>(value: T, scrub: Scrub): T {
  return scrubAny(value, scrub) as T;
}

function scrubAny(value: unknown, scrub: Scrub): unknown {
  if (typeof value === "string") return scrub(value);
  if (Array.isArray(value)) return value.map((each) => scrubAny(each, scrub));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, scrubAny(each, scrub)]));
}
