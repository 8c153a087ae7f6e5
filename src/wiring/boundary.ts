import type { Log } from "../ports/machine.ts";

/**
 * The one place where an unexpected exception becomes an answer: whatever `work` throws is logged and handed to
 * `onCrash`, and never reaches the host, where it could hang, empty or crash a turn.
 */
export async function contain<T>(
  name: string,
  log: Log,
  work: () => Promise<T> | T,
  onCrash: (message: string) => T | Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const message = messageOf(error);
    log("error", `${name}: ${message}`);
    return await onCrash(message);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
