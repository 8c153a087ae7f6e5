interface Watched {
  readonly callbacks: Set<() => void>;
  readonly listener: () => void;
}

/** Tells of the abort of signals, by one listener for each: Node warns of a leak where one signal has more than ten. */
export class AbortWatch {
  readonly #watched = new Map<AbortSignal, Watched>();

  /** Calls back when the signal aborts, at once if it has; until the function that it returns is called. */
  add(signal: AbortSignal, callback: () => void): () => void {
    if (signal.aborted) {
      callback();
      return () => undefined;
    }
    const watched = this.#watched.get(signal) ?? this.#watch(signal);
    watched.callbacks.add(callback);
    return () => {
      watched.callbacks.delete(callback);
      if (watched.callbacks.size > 0) return;
      signal.removeEventListener("abort", watched.listener);
      if (this.#watched.get(signal) === watched) this.#watched.delete(signal);
    };
  }

  #watch(signal: AbortSignal): Watched {
    const callbacks = new Set<() => void>();
    const listener = (): void => {
      for (const callback of callbacks) callback();
    };
    signal.addEventListener("abort", listener);
    const watched = { callbacks, listener };
    this.#watched.set(signal, watched);
    return watched;
  }
}
