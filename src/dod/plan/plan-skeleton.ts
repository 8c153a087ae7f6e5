import { openFence } from "../fence.ts";
import { isBlank } from "../whitespace.ts";
import { planLimits } from "./plan-limits.ts";

/** A Markdown text reduced to what makes its headings and lists: reading it costs little, whatever the text holds. */
export interface Skeleton {
  readonly markdown: string;
  /** For each line of that the number of the line that it stands for. Columns up to its first word are the same. */
  readonly lineNumbers: readonly number[];
}

/** Words become `x`, and a line that only continues the one before is left out. */
export function reduce(lines: readonly string[]): Skeleton {
  const kept: string[] = [];
  const lineNumbers: number[] = [];
  let before: string | undefined;
  lines.forEach((line, index) => {
    const bones = reduceLine(line);
    const continues = bones === before && /^[ \t]*x?$/.test(bones);
    before = bones;
    if (continues) return;
    kept.push(bones);
    lineNumbers.push(index + 1);
  });
  return { markdown: kept.join("\n"), lineNumbers };
}

const markers = /^(?:[ \t]|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))*/;

function reduceLine(line: string): string {
  if (isBlank(line)) return "";
  const prefix = markers.exec(line)?.[0] ?? "";
  const word = reduceWords(line.slice(prefix.length));
  if (prefix.length <= planLimits.indent) return prefix + word;
  // Nobody nests that deep, and what is nested so deep takes more than linear time.
  return prefix.slice(0, planLimits.indent).replaceAll("\t", " ") + word;
}

function reduceWords(text: string): string {
  if (/^(?:[-*_][-*_ \t]*|[-*+]|\d{1,9}[.)])$/.test(text)) return text.slice(0, planLimits.indent);
  const hashes = /^#{1,6}(?=[ \t]|$)/.exec(text)?.[0];
  if (hashes !== undefined) return `${hashes} x`;
  const fence = openFence(text);
  if (fence !== undefined) {
    const { marker, length } = fence;
    return marker.repeat(length) + (text.trimEnd().length > length ? "x" : "");
  }
  const end = text.includes("-->") ? "-->" : "";
  if (text.startsWith("<!--")) return `<!--${end}`;
  return isBlank(text) ? "" : `x${end}`;
}
