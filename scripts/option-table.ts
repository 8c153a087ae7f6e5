import { defaults } from "../src/config/defaults.ts";
import { options } from "../src/config/options.ts";
import type { Expectation } from "../src/config/problem.ts";

const begin = "<!-- The table is written by `npm run docs`. -->";
const end = "<!-- End of the table. -->";

/** The reference with its table of options replaced by the one that the schema gives. */
export function withOptionTable(page: string): string {
  const [before, rest] = page.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`the page has no ${begin} … ${end}`);
  return `${before}${begin}\n\n${optionTable()}\n\n${end}${after}`;
}

function optionTable(): string {
  const rows = options.map(({ name, facts }) => [
    `\`${name}\``,
    describeType(facts.holds),
    facts.unset ?? `\`${JSON.stringify(defaultOf(name))}\``,
    facts.meaning ?? "",
  ]);
  return [["Option", "Type", "Default", "Meaning"], ["---", "---", "---", "---"], ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}

function defaultOf(name: string): unknown {
  return name.split(".").reduce<unknown>((value, key) => Reflect.get(Object(value), key), defaults);
}

function describeType(expected: Expectation): string {
  switch (expected.kind) {
    case "oneOf":
      return expected.values.map((value) => `\`"${value}"\``).join(", ");
    case "boolean":
      return "`true`, `false`";
    case "milliseconds":
      return `whole number, 1 to ${expected.most}`;
    case "command":
      return "text";
    case "programs":
      return "list of text";
    case "program":
      return "text";
    case "section":
      return "object";
  }
}
