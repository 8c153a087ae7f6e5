/** The gates at work, by the session that waits for them, so that they stop when nobody waits any more. */
export class RunningGates {
  private readonly controllers = new Map<string, Set<AbortController>>();

  /** Runs a gate for a caller; its signal aborts when the caller is aborted or deleted, or the host closes. */
  async run<T>(callerID: string, gate: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    const ofCaller = this.controllers.get(callerID) ?? new Set();
    this.controllers.set(callerID, ofCaller.add(controller));
    try {
      return await gate(controller.signal);
    } finally {
      ofCaller.delete(controller);
      if (ofCaller.size === 0) this.controllers.delete(callerID);
    }
  }

  stop(callerID: string): void {
    for (const controller of this.controllers.get(callerID) ?? []) controller.abort();
  }

  stopAll(): void {
    for (const callerID of [...this.controllers.keys()]) this.stop(callerID);
  }
}
