import { optionTable } from "./option-table.ts";
import { presetTable } from "./preset-table.ts";
import { withPart } from "./with-part.ts";

/** The configuration's reference with its tables replaced by those that the code gives. */
export function withTables(page: string): string {
  return withTable(withTable(page, "options", optionTable()), "presets", presetTable());
}

function withTable(page: string, name: string, rows: readonly string[][]): string {
  return withPart(page, `table of ${name}`, print(rows));
}

function print([head = [], ...rows]: readonly string[][]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
