import { quote } from "./quote.ts";

/** What the `dod-gate` command says of itself, on standard error. */
export const waitingForInput =
  "dod-gate: waiting for text on standard input; on a terminal Ctrl-D ends it, and a pipe ends when its writer does";

export function describeCrash(message: string): string {
  return `dod-gate: verification failed (fail-closed): ${quote(message)}`;
}

/** The report could not be written where it was meant to go. */
export function describeLostOutput(message: string): string {
  return `dod-gate: the report could not be written: ${quote(message)}`;
}
