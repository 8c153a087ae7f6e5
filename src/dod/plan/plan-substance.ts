import { isBlank } from "../whitespace.ts";
import { takeApart } from "./plan-text.ts";

/** What has become of a plan to which blocks were to be added. Lines are those of the plan as it is now. */
export type PlanEdit =
  | { readonly kind: "unchanged" | "onlyBlocks" }
  | { readonly kind: "blocksLost"; readonly count: number }
  | { readonly kind: "otherText"; readonly line: number };

/** Compares a plan with what it was. Blank lines and blocks that were added don't count. */
export function compareSubstance(before: string, after: string): PlanEdit {
  if (before === after) return { kind: "unchanged" };
  const [old, now] = [takeApart(before), takeApart(after)];
  const oldLines = filled(old.outside);
  const lines = filled(now.outside);
  const differing = lines.findIndex(({ text }, index) => text !== oldLines[index]?.text);
  if (differing >= 0) return { kind: "otherText", line: lines[differing]?.number ?? 1 };
  if (lines.length < oldLines.length) return { kind: "otherText", line: Math.max(1, now.lines.length) };
  const left = now.blocks.map(({ body }) => body);
  const lost = old.blocks.filter(({ body }) => {
    const at = left.indexOf(body);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return lost.length === 0 ? { kind: "onlyBlocks" } : { kind: "blocksLost", count: lost.length };
}

function filled(lines: readonly string[]): { readonly text: string; readonly number: number }[] {
  return lines.flatMap((text, index) => (isBlank(text) ? [] : [{ text: text.trimEnd(), number: index + 1 }]));
}
