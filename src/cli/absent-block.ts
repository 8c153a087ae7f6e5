import type { BlockNote } from "../dod/problem.ts";
import { findStrayCheck } from "../dod/stray-check.ts";
import type { InputFault } from "../report/input-fault.ts";

/** A text without a block. */
export interface Blockless {
  readonly text: string;
  readonly notes: readonly BlockNote[];
  /** Whether it needs none. */
  readonly ifPresent: boolean;
}

/** What is wrong with a text that has no block. Even where it needs none, one that was meant to have one is no such text. */
export function faultOfAbsence({ text, notes, ifPresent }: Blockless): InputFault | undefined {
  const stray = findStrayCheck(text);
  if (stray !== undefined) return { code: "strayCheck", line: stray.line };
  // A note on a text without a block tells of a tag.
  if (ifPresent && notes.length === 0) return undefined;
  return { code: text.trim() === "" ? "empty" : "noBlock" };
}
