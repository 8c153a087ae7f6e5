import type { CommandRun } from "../checks/result.ts";
import { quoteLine } from "./quote.ts";

interface TailSize {
  readonly lines: number;
  /** UTF-16 code units of one line. */
  readonly lineLength: number;
}

/** What the first failed checks show; where many fail, the later ones show less. */
export const fullTail: TailSize = { lines: 40, lineLength: 240 };
export const shortTail: TailSize = { lines: 4, lineLength: 160 };

const indent = "    ";

/** The last lines that a command printed, indented; errors last, as they usually hold the cause. */
export function renderTail(run: CommandRun, size: TailSize): string[] {
  const out = lastLines(run.stdoutTail, size);
  const err = lastLines(run.stderrTail, size);
  if (out.length === 0 && err.length === 0) return [`${indent}(it printed nothing)`];
  if (out.length === 0 || err.length === 0) return [...out, ...err];
  return [...out, `${indent}stderr:`, ...err];
}

function lastLines(text: string, size: TailSize): string[] {
  const lines = text
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line !== "");
  return lines.slice(-size.lines).map((line) => indent + quoteLine(line, size.lineLength));
}
