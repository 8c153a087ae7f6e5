import type { Clock } from "../ports/machine.ts";

/** Work that is told to stop after some milliseconds, or with another signal; undefined where it has not come to an end by then. */
export async function withinTime<T>(
  limitMs: number,
  clock: Clock,
  work: (signal: AbortSignal) => Promise<T>,
  outer?: AbortSignal,
): Promise<T | undefined> {
  const limit = new AbortController();
  const signal = outer === undefined ? limit.signal : AbortSignal.any([limit.signal, outer]);
  const cancel = clock.after(limitMs, () => limit.abort());
  let onAbort = (): void => undefined;
  const stopped = new Promise<undefined>((resolve) => {
    onAbort = () => resolve(undefined);
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    return await Promise.race([work(signal), stopped]);
  } finally {
    signal.removeEventListener("abort", onAbort);
    cancel();
  }
}
