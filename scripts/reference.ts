import { optionTable } from "./option-table.ts";
import { presetTable } from "./preset-table.ts";

/** The configuration's reference with its tables replaced by those that the code gives. */
export function withTables(page: string): string {
  return withTable(withTable(page, "options", optionTable()), "presets", presetTable());
}

function withTable(page: string, name: string, rows: readonly string[][]): string {
  const begin = `<!-- The table of ${name} is written by \`npm run docs\`. -->`;
  const end = `<!-- End of the table of ${name}. -->`;
  const [before, rest] = page.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`the page has no ${begin} … ${end}`);
  return `${before}${begin}\n\n${print(rows)}\n\n${end}${after}`;
}

function print([head = [], ...rows]: readonly string[][]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
