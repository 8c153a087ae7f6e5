import type { ExecOutcome } from "../ports.ts";
import { toPlainText } from "./plain-text.ts";
import type { CommandRun } from "./result.ts";

/** In UTF-16 code units. */
const longestTail = 8 * 1024;

/** What a finished program left behind, fit to be read. */
export function recordRun({ end, stdoutTail, stderrTail }: ExecOutcome): CommandRun {
  return {
    exitCode: end.by === "exit" ? end.exitCode : null,
    timedOut: end.by === "timeout",
    stdoutTail: cutTail(toPlainText(stdoutTail)),
    stderrTail: cutTail(toPlainText(stderrTail)),
  };
}

/** The last whole lines of a text: half a line may hold half a secret, which nobody would recognise. */
function cutTail(text: string): string {
  if (text.length <= longestTail) return text;
  const tail = text.slice(-longestTail);
  const line = tail.indexOf("\n") + 1;
  if (line > 0 && line < tail.length) return tail.slice(line);
  return /^[\uDC00-\uDFFF]/.test(tail) ? tail.slice(1) : tail;
}
