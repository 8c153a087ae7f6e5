import type { Heading, ListItem, Nodes, Root } from "mdast";
import type { Options } from "mdast-util-from-markdown";
import type { Position } from "../dod.ts";
import { planLimits } from "./plan-limits.ts";
import { reduce, type Skeleton } from "./plan-skeleton.ts";
import { type PlanText, widthBefore } from "./plan-text.ts";
import { isStepHeading, normalNumber, numberIn, plainTitle } from "./plan-title.ts";

/** A heading or a list item of a plan. */
export interface Entry {
  readonly kind: "heading" | "item";
  /** Where its marker stands. */
  readonly at: Position;
  /** How many columns are before that. */
  readonly indent: number;
  /** The last line of an item, or of a heading's section. */
  lastLine: number;
  /** Of a heading; 0 for an item. */
  readonly level: number;
  readonly title: string;
  /** As the plan writes it. */
  readonly number: string | undefined;
  /** Whether it has what makes a step: a list number, a checkbox, or a heading's first word. */
  readonly isStep: boolean;
  /** The item or heading that it is in. */
  readonly parent: Entry | undefined;
}

/** Inline Markdown is not there any more, what somebody quotes is no step, and an underlined heading takes too long. */
const blocksOnly: Options = {
  extensions: [{ disable: { null: ["blockQuote", "definition", "setextUnderline", "codeText", "attention"] } }],
};

/** The headings and list items of a plan in their order; undefined where it has too many parts. */
export async function outline({ outside }: PlanText): Promise<Entry[] | undefined> {
  const skeleton = reduce(outside);
  if (skeleton.lineNumbers.length > planLimits.parts) return undefined;
  const { fromMarkdown } = await import("mdast-util-from-markdown");
  const entries: Entry[] = [];
  const listing = { ...skeleton, outside, entries };
  const open: Entry[] = [];
  const root: Root = fromMarkdown(skeleton.markdown, blocksOnly);
  for (const node of root.children) {
    if (node.type === "heading") {
      const heading = headingOf(node, listing);
      while ((open.at(-1)?.level ?? 0) >= node.depth) close(open.pop(), heading.at.line - 1);
      const entry = { ...heading, lastLine: outside.length, parent: open.at(-1) };
      open.push(entry);
      entries.push(entry);
    } else addItems(node, open.at(-1), listing);
  }
  return entries;
}

interface Listing extends Skeleton, Pick<PlanText, "outside"> {
  /** Where the items go. */
  readonly entries: Entry[];
}

function close(heading: Entry | undefined, lastLine: number): void {
  if (heading !== undefined) heading.lastLine = lastLine;
}

function headingOf(node: Heading, listing: Listing) {
  const source = lineAt(startOf(node, listing), listing);
  const title = plainTitle(source.replace(/^#+[ \t]*/, "").replace(/(?:^|[ \t])#+[ \t]*$/, ""));
  const isStep = (node.depth === 2 || node.depth === 3) && isStepHeading(title);
  return {
    kind: "heading",
    at: startOf(node, listing),
    indent: 0,
    level: node.depth,
    title,
    number: isStep ? numberIn(title, "heading") : undefined,
    isStep,
  } as const;
}

function addItems(node: Nodes, parent: Entry | undefined, listing: Listing): void {
  if (node.type !== "list") return;
  const written = node.children.map((item) => /^\d+/.exec(lineAt(startOf(item, listing), listing))?.[0]);
  // Markdown counts by itself where every item bears the same number.
  const isCounted = written.length > 1 && new Set(written).size === 1;
  node.children.forEach((item, index) => {
    const number = isCounted ? String((node.start ?? 1) + index) : written[index];
    const entry = itemOf(item, node.ordered === true ? number : undefined, parent, listing);
    listing.entries.push(entry);
    for (const child of item.children) addItems(child, entry, listing);
  });
}

const checkbox = /^\[[ xX]\](?:[ \t]+|$)/;

function itemOf(node: ListItem, listNumber: string | undefined, parent: Entry | undefined, listing: Listing): Entry {
  const at = startOf(node, listing);
  const [content] = node.children;
  const text = content?.type === "paragraph" ? lineAt(startOf(content, listing), listing) : "";
  const title = plainTitle(text.replace(checkbox, ""));
  return {
    kind: "item",
    at,
    indent: widthBefore(listing.outside[at.line - 1] ?? "", at.column),
    lastLine: endOf(node, listing),
    level: 0,
    title,
    number: numberIn(title, "item") ?? (listNumber && normalNumber(listNumber)),
    isStep: listNumber !== undefined || checkbox.test(text),
    parent,
  };
}

function startOf({ position }: Nodes, { lineNumbers }: Skeleton): Position {
  const { line = 1, column = 1 } = position?.start ?? {};
  return { line: lineNumbers[line - 1] ?? 1, column };
}

/** The last line of a node, those that were left out behind it included. */
function endOf({ position }: Nodes, { lineNumbers, outside }: Listing): number {
  const next = lineNumbers[position?.end.line ?? 1];
  return next === undefined ? outside.length : next - 1;
}

/** What stands at a place, to the end of its line. */
function lineAt({ line, column }: Position, { outside }: Listing): string {
  return (outside[line - 1] ?? "").slice(column - 1);
}
