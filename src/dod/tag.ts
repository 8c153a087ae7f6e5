import { isNear } from "./suggest.ts";
import { findVisible } from "./whitespace.ts";

export interface Tag {
  /** As the grammar writes it. */
  readonly text: string;
  readonly name: TagName;
  readonly closes: boolean;
  /** Where it begins and ends in its line. */
  readonly start: number;
  readonly end: number;
}

type TagName = "acceptance" | "dod";

const tags = [
  { text: "[acceptance]", name: "acceptance", closes: false },
  { text: "[/acceptance]", name: "acceptance", closes: true },
  { text: "[dod]", name: "dod", closes: false },
  { text: "[/dod]", name: "dod", closes: true },
] as const;

const longestTag = Math.max(...tags.map(({ text }) => text.length));

/** The tag that a line begins with, white space and invisible characters aside. */
export function readTag(line: string): Tag | undefined {
  const start = findVisible(line);
  return start < 0 ? undefined : tagAt(line, start);
}

/** Whether nothing visible follows the tag on its line. */
export function isAlone(tag: Tag, line: string): boolean {
  return findVisible(line.slice(tag.end)) < 0;
}

export function closeTagOf(tag: Tag): string {
  return `[/${tag.name}]`;
}

/** Where the tag's close tag stands in a line; -1 if it doesn't. */
export function findCloseTag(tag: Tag, line: string): number {
  if (!line.includes("[/")) return -1;
  return line.search(new RegExp(`\\[/${tag.name}\\]`, "i"));
}

/** Whether a line that holds no tag by itself was probably meant to: a decorated tag, or a misspelt one. */
export function resemblesTag(line: string): boolean {
  const start = line.slice(0, decorationReach).indexOf("[");
  if (start < 0 || /\p{L}/u.test(line.slice(0, start))) return false;
  return tagAt(line, start) !== undefined || isMisspelt(line.slice(start));
}

const decorationReach = 16;

function tagAt(line: string, start: number): Tag | undefined {
  if (line[start] !== "[") return undefined;
  const head = line.slice(start, start + longestTag).toLowerCase();
  const tag = tags.find(({ text }) => head.startsWith(text));
  if (tag === undefined) return undefined;
  const { text, name, closes } = tag;
  return { text, name, closes, start, end: start + text.length };
}

function isMisspelt(text: string): boolean {
  const inner = /^\[[ \t]{0,3}\/?[ \t]{0,3}([\p{L}\p{M}\p{Cf}]{1,20})[ \t]{0,3}\]/u.exec(text)?.[1];
  return inner !== undefined && (isNear(inner, "acceptance", 2) || isNear(inner, "dod", 0));
}
