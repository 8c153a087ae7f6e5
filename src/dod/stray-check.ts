import { readLabel, skipMarker } from "./directive.ts";
import type { Position } from "./dod.ts";
import { closesFence, type Fence, openFence } from "./fence.ts";
import { isCheckKind } from "./kinds.ts";
import { placeIn, readLines } from "./line.ts";

/** Where a text that has no block holds a check all the same, outside of code fences: its author forgot the tags. */
export function findStrayCheck(text: string): Position | undefined {
  let fence: Fence | undefined;
  for (const line of readLines(text)) {
    if (fence !== undefined) {
      if (closesFence(fence, line.text)) fence = undefined;
      continue;
    }
    fence = openFence(line.text);
    const start = skipMarker(line.text);
    if (fence === undefined && isCheck(line.text, start)) return placeIn(line, start);
  }
  return undefined;
}

function isCheck(line: string, start: number): boolean {
  const label = readLabel(line, start);
  if (label?.directive !== "check") return false;
  const [kind = ""] = line.slice(label.textAt).trim().split(/\s/, 1);
  return isCheckKind(kind);
}
