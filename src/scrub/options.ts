import { beginningAt, runs, wholeAt } from "./bare-value.ts";
import { isPath } from "./looks.ts";
import { sortOf } from "./pair-key.ts";
import { quotationMark, quotedValue } from "./quoted-value.ts";
import type { Span } from "./span.ts";
import { standsForValue } from "./stand-ins.ts";
import { matchAt } from "./sticky.ts";

const option = /(?<![\w\]-])--?([A-Za-z][A-Za-z0-9_.-]{1,60})[ \t]{1,4}(?=[^\s-])/g;

/** The values of command-line options that stand behind a blank, `--password value`. A mere word may be prose about the option. */
export function findOptions(text: string): Span[] {
  return [...text.matchAll(option)].flatMap(({ 0: whole, 1: name = "", index }) => {
    const sort = sortOf(name);
    if (sort === undefined) return [];
    const at = index + whole.length;
    const mark = matchAt(text, at, quotationMark);
    if (mark !== "") {
      const quoted = { text: name, start: index, sort, environment: false, quoted: true, spaced: true };
      const { span } = quotedValue(text, at + mark.length, mark, quoted);
      return span ? [span] : [];
    }
    const value = beginningAt(text, at, runs.text);
    const telling = value.length >= 5 && /\d/.test(value) && /[A-Za-z]/.test(value);
    return telling && !standsForValue(value) && !isPath(value) ? [wholeAt(text, at, runs.text)] : [];
  });
}
