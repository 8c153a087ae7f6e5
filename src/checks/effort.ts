import type { Clock } from "../ports/machine.ts";

/** Thrown where validating would take too long: nothing else can interrupt a validator. */
export class TooMuchEffort extends Error {
  override readonly name = "TooMuchEffort";
}

export interface EffortLimits {
  /** Milliseconds of the clock. */
  readonly timeMs: number;
  /** References followed and patterns tried. */
  readonly steps: number;
  /** Characters times the size of the pattern that they are held against, over all patterns. */
  readonly patternWork: number;
}

/** Counts what one validation costs, and ends it where that is too much. */
export class Effort {
  readonly #limits: EffortLimits;
  readonly #clock: Clock;
  readonly #deadline: number;
  #steps = 0;
  #patternWork = 0;

  constructor(limits: EffortLimits, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
    this.#deadline = clock.now() + limits.timeMs;
  }

  spend(patternWork = 0): void {
    this.#steps += 1;
    this.#patternWork += patternWork;
    const { steps, patternWork: most } = this.#limits;
    if (this.#steps > steps || this.#patternWork > most || this.#clock.now() > this.#deadline)
      throw new TooMuchEffort();
  }
}
