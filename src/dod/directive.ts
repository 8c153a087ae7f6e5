import { isNear } from "./suggest.ts";
import { isSpace, skipSpaces } from "./whitespace.ts";

export const directives = ["check", "criteria", "deliverable", "kind"] as const;

export type Directive = (typeof directives)[number];

/** Those whose loss would make a DoD smaller. */
export const meaningfulDirectives = ["check", "criteria", "deliverable"] as const satisfies readonly Directive[];

/** The meaningful directive that a word is, or nearly is: the short one may be off by `slips` edits, the long ones by two. */
export function nearDirective(word: string, slips = 2): (typeof meaningfulDirectives)[number] | undefined {
  return meaningfulDirectives.find((name) => isNear(word, name, name === "check" ? slips : 2));
}

/** A line of the form `word: text`, a list marker aside. */
export interface Labelled {
  readonly word: string;
  readonly directive: Directive | undefined;
  /** Where the text after the colon begins. */
  readonly textAt: number;
}

const label = /(\p{L}[\p{L}\p{M}\p{N}\p{Cf}_-]*)[ \t]*:/uy;

/** The label at `index`; one before `//` is the scheme of an address, unless it is a directive. */
export function readLabel(line: string, index: number): Labelled | undefined {
  label.lastIndex = index;
  const word = label.exec(line)?.[1];
  if (word === undefined) return undefined;
  const textAt = label.lastIndex;
  const directive = directives.find((name) => name === word.toLowerCase());
  if (directive === undefined && line.startsWith("//", textAt)) return undefined;
  return { word, directive, textAt };
}

const marker = /(?:[-*+]|[0-9]{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/y;

/** Where a line's text begins, behind its indentation and list marker. */
export function skipMarker(line: string): number {
  const indent = skipSpaces(line, 0);
  marker.lastIndex = indent;
  return marker.test(line) ? marker.lastIndex : indent;
}

export function hasMarker(line: string): boolean {
  return skipMarker(line) > skipSpaces(line, 0);
}

const tabStop = 4;

/** The width of a line's indentation in columns. */
export function indentOf(line: string): number {
  let width = 0;
  for (let index = 0; isSpace(line, index); index++) {
    width = line[index] === "\t" ? width - (width % tabStop) + tabStop : width + 1;
  }
  return width;
}
