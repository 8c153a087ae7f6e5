import type { ExecOutcome } from "../ports/machine.ts";
import { toPlainText } from "./plain-text.ts";
import type { CommandRun } from "./result.ts";

/** In UTF-16 code units. */
const longestTail = 8 * 1024;

/** What a finished program left behind, fit to be read. */
export function recordRun({ end, stdoutTail, stderrTail }: ExecOutcome): CommandRun {
  return {
    exitCode: end.by === "exit" ? end.exitCode : null,
    timedOut: end.by === "timeout",
    stdoutTail: cutTail(stdoutTail),
    stderrTail: cutTail(stderrTail),
  };
}

/** What the port keeps of a stream, in bytes: a tail as long as that has most likely lost its beginning. */
const longestRaw = 16 * 1024;

/** Where nothing shows that a line is whole, so much of it is left out that no secret reaches beyond, in UTF-16 code units. */
const longestSecret = 512;

/** The last whole lines of an output: what is cut off in the middle may be half a secret, which nobody would recognise. */
function cutTail(raw: string): string {
  const text = toPlainText(raw);
  const isCut = text.length > longestTail || new TextEncoder().encode(raw).length > longestRaw - 4;
  if (!isCut) return text;
  const tail = text.slice(-longestTail);
  const line = tail.indexOf("\n") + 1;
  if (line > 0 && line < tail.length) return tail.slice(line);
  return tail.slice(longestSecret).replace(/^[\uDC00-\uDFFF]/, "");
}
