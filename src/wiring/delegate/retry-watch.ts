import type { Hooks } from "@opencode-ai/plugin";

type Event = Parameters<NonNullable<Hooks["event"]>>[0]["event"];

/** What the host said about a session while its turn was under way. */
export interface Troubles {
  /** The provider failed, and the host waits until it asks again. */
  readonly retry: { readonly message: string; readonly next: number } | undefined;
  /** What an error event said: a refused prompt is answered with less. */
  readonly error: string | undefined;
}

interface Watch {
  troubles: Troubles;
  readonly onRetry: (retry: NonNullable<Troubles["retry"]>) => void;
}

/** Follows what the host's events say about sessions that work for the plugin. */
export class RetryWatch {
  private readonly watches = new Map<string, Watch>();

  /** Follows a session until it is let go. */
  follow(
    sessionID: string,
    onRetry: Watch["onRetry"],
  ): { readonly troubles: () => Troubles; readonly letGo: () => void } {
    const watch: Watch = { troubles: { retry: undefined, error: undefined }, onRetry };
    this.watches.set(sessionID, watch);
    return { troubles: () => watch.troubles, letGo: () => void this.watches.delete(sessionID) };
  }

  see(event: Event): void {
    switch (event.type) {
      case "session.status": {
        const { sessionID, status } = event.properties;
        const watch = this.watches.get(sessionID);
        if (watch === undefined) return;
        // A session that is aborted while it waits becomes idle: the provider has not answered it for that.
        if (status.type === "idle") return;
        const retry = status.type === "retry" ? { message: status.message, next: status.next } : undefined;
        watch.troubles = { ...watch.troubles, retry };
        if (retry !== undefined) watch.onRetry(retry);
        return;
      }
      case "session.error": {
        const { sessionID, error } = event.properties;
        const watch = sessionID === undefined ? undefined : this.watches.get(sessionID);
        if (watch !== undefined) watch.troubles = { ...watch.troubles, error: messageOf(error) };
        return;
      }
      default:
        return;
    }
  }

  get size(): number {
    return this.watches.size;
  }
}

/** What an error of the host says. */
export function messageOf(error: { name: string; data?: unknown } | undefined): string | undefined {
  const { data } = error ?? {};
  const message = typeof data === "object" && data !== null && "message" in data ? data.message : undefined;
  return typeof message === "string" ? message : error?.name;
}
