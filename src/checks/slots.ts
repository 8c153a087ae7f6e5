/** Lets a limited number of things happen at once; the others wait in the order they came. */
export class Slots {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(limit: number) {
    this.#free = limit;
  }

  /** Waits for a slot; what it gives back frees the slot, once. Undefined where the signal aborts first. */
  async take(signal: AbortSignal): Promise<(() => void) | undefined> {
    if (signal.aborted) return undefined;
    if (this.#free > 0) this.#free--;
    else if (!(await this.#wait(signal))) return undefined;
    let held = true;
    return () => {
      if (held) this.#giveBack();
      held = false;
    };
  }

  /** Whether a slot was handed over before the signal aborted. */
  #wait(signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (taken: boolean) => {
        this.#waiting.delete(take);
        signal.removeEventListener("abort", leave);
        resolve(taken);
      };
      const take = () => settle(true);
      const leave = () => settle(false);
      this.#waiting.add(take);
      signal.addEventListener("abort", leave, { once: true });
    });
  }

  #giveBack(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#free++;
    else next();
  }
}
