import type { CallDisplay, CallID, Calls } from "../../ports/host.ts";

/**
 * Shows what one call is doing, one thing after the other; what is outdated before it could be shown is left out. Nothing
 * is shown any more once the signal has aborted or the call has settled: that would make an ended call a running one.
 */
export class CallProgress {
  private readonly calls: Calls;
  private readonly call: CallID | undefined;
  private readonly signal: AbortSignal;
  private next: CallDisplay | undefined;
  private showing: Promise<void> | undefined;

  constructor(calls: Calls, call: CallID | undefined, signal: AbortSignal) {
    this.calls = calls;
    this.call = call;
    this.signal = signal;
  }

  show(display: CallDisplay): void {
    this.next = display;
    this.showing ??= this.showAll().finally(() => {
      this.showing = undefined;
    });
  }

  /** Resolves when nothing is being shown any more. */
  async settle(): Promise<void> {
    this.next = undefined;
    await this.showing;
  }

  private async showAll(): Promise<void> {
    for (let display = this.take(); display !== undefined; display = this.take()) {
      if (this.call !== undefined && !this.signal.aborted) await this.calls.show(this.call, display);
    }
  }

  private take(): CallDisplay | undefined {
    const display = this.next;
    this.next = undefined;
    return display;
  }
}
