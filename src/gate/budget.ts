import type { Clock } from "../ports/machine.ts";

/**
 * The time that one gate may spend judging. It runs only while some work is under way, so that waiting in a queue
 * costs nothing, and work done side by side counts once.
 */
export class Budget {
  private readonly clock: Clock;
  private readonly onSpent: () => void;
  private left: number;
  private working = 0;
  private startedAt = 0;
  private cancelTimer: (() => void) | undefined;
  private isSpent = false;

  constructor(budgetMs: number, clock: Clock, onSpent: () => void) {
    this.left = budgetMs;
    this.clock = clock;
    this.onSpent = onSpent;
  }

  get spent(): boolean {
    return this.isSpent;
  }

  /** Begins a piece of work; the function that it returns ends it, once. */
  begin(): () => void {
    if (this.working++ === 0) this.resume();
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      if (--this.working === 0) this.pause();
    };
  }

  private resume(): void {
    this.startedAt = this.clock.now();
    this.cancelTimer = this.clock.after(Math.max(0, this.left), () => {
      this.isSpent = true;
      this.onSpent();
    });
  }

  private pause(): void {
    this.cancelTimer?.();
    this.cancelTimer = undefined;
    this.left -= this.clock.now() - this.startedAt;
  }
}
