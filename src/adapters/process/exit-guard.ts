const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

/**
 * Kills running programs where the host itself is ended: programs in process groups of their own would outlive it.
 * It listens only between `arm` and `disarm`.
 */
export class ExitGuard {
  readonly #killAll: () => void;
  #armed = false;

  constructor(killAll: () => void) {
    this.#killAll = killAll;
  }

  arm(): void {
    if (this.#armed) return;
    this.#armed = true;
    process.on("exit", this.#killAll);
    for (const signal of SIGNALS) process.on(signal, this.#onSignal);
  }

  disarm(): void {
    if (!this.#armed) return;
    this.#armed = false;
    process.off("exit", this.#killAll);
    for (const signal of SIGNALS) process.off(signal, this.#onSignal);
  }

  readonly #onSignal = (signal: NodeJS.Signals): void => {
    this.#killAll();
    this.disarm();
    // Listening has switched off the signal's own effect. Whoever else listens decides what it means; else it is raised again.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };
}
