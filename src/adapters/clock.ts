import type { Clock } from "../ports/machine.ts";

/** The longest that a timer can wait (24.8 days); the runtimes turn anything longer into no wait at all. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

export function createClock(): Clock {
  return {
    now: () => performance.now(),
    after(ms, callback) {
      const timer = setTimeout(callback, Math.min(ms, LONGEST_TIMER_MS));
      timer.unref();
      return () => clearTimeout(timer);
    },
  };
}
