import { readdirSync, readFileSync } from "node:fs";

export const root = new URL("../../", import.meta.url);

/** The pages that users and contributors read, by their paths from the repository's root. */
export const pageNames: readonly string[] = [
  "README.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  ...["docs/", "docs/adr/"].flatMap((folder) =>
    readdirSync(new URL(folder, root))
      .filter((name) => name.endsWith(".md"))
      .map((name) => `${folder}${name}`),
  ),
];

export function readPage(name: string): string {
  return readFileSync(new URL(name, root), "utf8");
}

const fence = /^```\w*\n([\s\S]*?)^```$/gm;

/** The contents of a page's code blocks, without the line break at their ends. */
export function blocksOf(page: string): string[] {
  return [...page.matchAll(fence)].map(([, text = ""]) => text.trimEnd());
}

/** A page without its code blocks. */
export function withoutBlocks(page: string): string {
  return page.replace(fence, "");
}

/** What stands between backticks in a text without code blocks. */
export function codeIn(text: string): string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code);
}

/** The rows of all tables whose first column has this heading, as cells. */
export function rowsUnder(heading: string, page: string): string[][] {
  const table = new RegExp(`^\\| ${heading} \\|.*\\n\\|[-|]+\\|\\n((?:\\|.*\\n)+)`, "gm");
  return [...page.matchAll(table)].flatMap(([, rows = ""]) =>
    rows
      .trimEnd()
      .split("\n")
      .map((row) => row.slice(2, -2).split(" | ")),
  );
}

/** A section, from its heading to the next one. */
export function sectionOf(page: string, heading: string): string {
  const start = page.indexOf(`\n## ${heading}\n`);
  if (start < 0) throw new Error(`the page has no section "${heading}"`);
  const end = page.indexOf("\n## ", start + 1);
  return page.slice(start, end < 0 ? undefined : end);
}
