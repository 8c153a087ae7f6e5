import { type NumberedLine, placeIn } from "./line.ts";
import type { BlockProblem } from "./problem.ts";
import { looksLikeDirective } from "./suspect.ts";

/** What some readers take for the end of a line, and the `\n` that one escaping too many leaves behind. */
const falseBreak = /[\v\f\u0085\u2028\u2029]|\\[nr]/;
const everyFalseBreak = new RegExp(falseBreak, "g");

/** Finds a directive whose author put it on a line of its own, as it seemed. */
export function findFalseLineBreak(line: NumberedLine): BlockProblem | undefined {
  if (!falseBreak.test(line.text)) return undefined;
  const breaks = [...line.text.matchAll(everyFalseBreak)];
  for (const [order, { index, 0: separator }] of breaks.entries()) {
    const text = line.text.slice(index + separator.length, breaks[order + 1]?.index);
    if (text !== "" && looksLikeDirective(text)) return { at: placeIn(line, index), code: "falseLineBreak", separator };
  }
  return undefined;
}
