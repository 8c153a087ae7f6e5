import type { Block } from "../block.ts";
import { hasMarker, indentOf, skipMarker } from "../directive.ts";
import { closesFence, type Fence, openFence } from "../fence.ts";
import { Findings } from "../findings.ts";
import { type Line, readLines } from "../line.ts";
import type { BlockNote, BlockProblem } from "../problem.ts";
import { scan } from "../scan.ts";
import { isAlone, readTag } from "../tag.ts";
import { isBlank, skipSpaces } from "../whitespace.ts";

/** A plan, taken apart into its blocks and its Markdown. */
export interface PlanText {
  readonly lines: readonly Line[];
  /** In the order of the text. */
  readonly blocks: readonly PlacedBlock[];
  readonly problems: readonly BlockProblem[];
  readonly notes: readonly BlockNote[];
  /** The lines as Markdown is to see them, each as long as in the plan, those of blocks blank. */
  readonly outside: readonly string[];
}

export interface PlacedBlock extends Block {
  /** How many columns are before its open tag. */
  readonly indent: number;
  readonly lastLine: number;
}

export function takeApart(text: string): PlanText {
  const plain = text.charCodeAt(0) === 0xfeff ? ` ${text.slice(1)}` : text;
  const lines = [...readLines(plain)];
  const findings = new Findings();
  const readable = straighten(lines);
  const blocks = place(scan(join(readable, lines, plain), findings), lines);
  const { problems, notes } = findings;
  return { lines, blocks, problems, notes, outside: mask(readable, blocks) };
}

function join(texts: readonly string[], lines: readonly Line[], text: string): string {
  return lines.map((line, index) => `${texts[index]}${text.slice(line.start + line.text.length, line.end)}`).join("");
}

/**
 * Lets fences and tags in list items be seen as such by who knows no lists: a fence goes to the beginning of its line, and a
 * list marker before a lone tag becomes white space. Every line keeps its length.
 */
function straighten(lines: readonly Line[]): string[] {
  let open: { readonly fence: Fence; readonly indent: number } | undefined;
  let isList = false;
  return lines.map(({ text }) => {
    const indent = skipSpaces(text, 0);
    const bare = text.slice(indent);
    if (open !== undefined) {
      if (!closesFence(open.fence, bare) || indent > open.indent + 3) return text;
      open = undefined;
      return bare + text.slice(0, indent);
    }
    if (hasMarker(text)) isList = true;
    else if (indent === 0 && bare !== "") isList = false;
    const fence = openFence(bare);
    if (fence !== undefined && (indent <= 3 || isList)) {
      open = { fence, indent };
      return bare + text.slice(0, indent);
    }
    return withoutMarker(text);
  });
}

function withoutMarker(text: string): string {
  if (!text.includes("[") || !hasMarker(text)) return text;
  const start = skipMarker(text);
  const rest = text.slice(start);
  const tag = readTag(rest);
  return tag !== undefined && isAlone(tag, rest) ? " ".repeat(start) + rest : text;
}

function place(blocks: readonly Block[], lines: readonly Line[]): PlacedBlock[] {
  let index = 0;
  return blocks.map((block) => {
    const { line, column } = block.at;
    index = Math.max(index, line - 1);
    while ((lines[index]?.end ?? block.end) < block.end) index++;
    return { ...block, indent: widthBefore(lines[line - 1]?.text ?? "", column), lastLine: index + 1 };
  });
}

/** How many columns are before the character at `column`, which counts from 1 and takes a tab for one. */
export function widthBefore(line: string, column: number): number {
  return indentOf(line.slice(0, column - 1).replace(/[^ \t]/g, " "));
}

/** Blanks the blocks, and fences that hold nothing else: what is left of the plan is its own Markdown. */
function mask(texts: readonly string[], blocks: readonly PlacedBlock[]): string[] {
  const masked = [...texts];
  const blank = (index: number) => {
    masked[index] = " ".repeat(masked[index]?.length ?? 0);
  };
  for (const { at, lastLine } of blocks) for (let line = at.line; line <= lastLine; line++) blank(line - 1);
  for (const { at, lastLine, fenced } of blocks) {
    if (!fenced) continue;
    const before = nextFilled(masked, at.line - 2, -1);
    const after = nextFilled(masked, lastLine, 1);
    const fence = openFence(masked[before] ?? "");
    if (fence === undefined || !closesFence(fence, masked[after] ?? "")) continue;
    blank(before);
    blank(after);
  }
  return masked;
}

/** How far blank lines are followed between a fence and the block in it. */
const mostBlank = 20;

function nextFilled(texts: readonly string[], from: number, step: 1 | -1): number {
  for (let index = from, left = mostBlank; left > 0; index += step, left--) {
    if (!isBlank(texts[index] ?? "x")) return index;
  }
  return -1;
}
