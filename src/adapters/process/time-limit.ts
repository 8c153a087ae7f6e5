import { LONGEST_TIMER_MS } from "../clock.ts";

/** What a program gets whose `timeoutMs` is zero, negative or not finite: a bad number never means no limit. */
const DEFAULT_TIMEOUT_MS = 120_000;

export function timeLimit(timeoutMs: number): number {
  const valid = Number.isFinite(timeoutMs) && timeoutMs > 0;
  return valid ? Math.min(timeoutMs, LONGEST_TIMER_MS) : DEFAULT_TIMEOUT_MS;
}
