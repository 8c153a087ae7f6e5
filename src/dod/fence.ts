import { skipSpaces } from "./whitespace.ts";

/** An open code fence, as CommonMark has them. */
export interface Fence {
  readonly marker: "`" | "~";
  readonly length: number;
}

/** The fence that a line opens. */
export function openFence(line: string): Fence | undefined {
  const indent = indentOf(line);
  const marker = line[indent];
  if (indent > 3 || (marker !== "`" && marker !== "~")) return undefined;
  const length = runLength(line, indent, marker);
  if (length < 3) return undefined;
  if (marker === "`" && line.indexOf("`", indent + length) >= 0) return undefined;
  return { marker, length };
}

export function closesFence(fence: Fence, line: string): boolean {
  const indent = indentOf(line);
  if (indent > 3) return false;
  const length = runLength(line, indent, fence.marker);
  return length >= fence.length && skipSpaces(line, indent + length) === line.length;
}

function indentOf(line: string): number {
  return runLength(line, 0, " ");
}

function runLength(line: string, from: number, character: string): number {
  let end = from;
  while (line[end] === character) end++;
  return end - from;
}
