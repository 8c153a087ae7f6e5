import { readLabel, skipMarker } from "./directive.ts";
import type { NumberedLine } from "./line.ts";
import type { BlockProblem } from "./problem.ts";
import { suspectLabel } from "./suspect-label.ts";
import { suspectWords } from "./suspect-words.ts";

/**
 * Why a line that is no directive may not pass for prose: it looks like one that went wrong, and ignoring it would
 * lose a check or a criterion. A line that `continues` the text above it is kept anyway, so less of it is suspicious.
 */
export function suspect(line: NumberedLine, start: number, continues: boolean): BlockProblem | undefined {
  return suspectLabel(line, start, continues) ?? suspectWords(line, start, continues);
}

/** Whether a text would be a directive, or one that went wrong, if it stood on a line of its own. */
export function looksLikeDirective(text: string): boolean {
  const start = skipMarker(text);
  return readLabel(text, start)?.directive !== undefined || suspect({ number: 1, text }, start, true) !== undefined;
}
