import type { Clock } from "../../src/ports/machine.ts";

export interface ManualClock extends Clock {
  /** Moves time on, calling every timer that falls due, in order of time; what a timer adds within the span is called too. */
  advance(ms: number): void;
  /** Like `advance`, and lets promises settle before each timer and at the end. */
  advanceAsync(ms: number): Promise<void>;
  /** How many timers wait. */
  readonly pending: number;
}

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/** A clock whose time stands still until a test moves it. */
export function manualClock(start = 0): ManualClock {
  let now = start;
  const timers = new Set<Timer>();

  const nextUntil = (end: number): Timer | undefined => {
    let next: Timer | undefined;
    for (const timer of timers) {
      if (timer.at <= end && (next === undefined || timer.at < next.at)) next = timer;
    }
    return next;
  };
  const fire = (timer: Timer): void => {
    timers.delete(timer);
    now = Math.max(now, timer.at);
    timer.callback();
  };

  return {
    now: () => now,
    after(ms, callback) {
      const timer: Timer = { at: now + Math.max(0, ms), callback };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    advance(ms) {
      const end = now + ms;
      for (let timer = nextUntil(end); timer !== undefined; timer = nextUntil(end)) fire(timer);
      now = end;
    },
    async advanceAsync(ms) {
      const end = now + ms;
      await settle();
      for (let timer = nextUntil(end); timer !== undefined; timer = nextUntil(end)) {
        fire(timer);
        await settle();
      }
      now = end;
    },
    get pending() {
      return timers.size;
    },
  };
}

/** Lets all promise callbacks that are ready run, and what they make ready. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
