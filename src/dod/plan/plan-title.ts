/** A title without what only decorates it, on one line. */
export function plainTitle(title: string): string {
  return title
    .replace(/[*_`]{2,}|[*`](?=\S)|(?<=\S)[*`]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** Headings that announce steps and are none. */
const announcement = /^(?:task|step)[ -]+(?:list|overview|breakdown|summary|order|tracking|dependencies)[ ]*:?$/i;

/** Whether a heading begins with "Step", "Task" or a number. */
export function isStepHeading(title: string): boolean {
  return /^(?:(?:step|task)(?=$|[\s:.#(–—]|[-_]?\d)|\d)/i.test(title) && !announcement.test(title);
}

const labelled = /^(?:step|task)[\s_:.#-]*(\d+(?:\.\d+)*|T\d+)(?![\p{L}\p{N}])/iu;
const marked = /^#?(\d+(?:\.\d+)*|T\d+)(?=[):\]–—]|\.(?!\d)|\s+[-–—:])/iu;
const bare = /^(\d+(?:\.\d+)*)(?![\p{L}\p{N}])/u;
const compound = /^(\d+(?:\.\d+)+|T\d+)(?=\s)/iu;

/** The number that a title begins with, such as `3`, `2.1` or `T007`; among an item's words a bare one is no number. */
export function numberIn(title: string, kind: "heading" | "item"): string | undefined {
  const patterns = [labelled, marked, ...(kind === "heading" ? [bare] : [compound])];
  const found = patterns.map((pattern) => pattern.exec(title)?.[1]).find((number) => number !== undefined);
  return found && normalNumber(found);
}

/** `03` and `3` are one number. */
export function normalNumber(number: string): string {
  const parts = number.toUpperCase().split(".");
  return parts.map((part) => part.replace(/^0+(?=\d)/, "")).join(".");
}

/** A title without its number, and the words that come with it. */
export function withoutNumber(title: string): string {
  const rest = title.replace(/^(?:(?:step|task)[\s_:.#-]*)?#?(?:\d+(?:\.\d+)*|T\d+)?[\s.):\]–—-]*/iu, "");
  return rest === "" ? title : rest;
}
