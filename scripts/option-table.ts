import { defaults } from "../src/config/defaults.ts";
import { options } from "../src/config/options.ts";
import type { Expectation } from "../src/config/problem.ts";

/** The rows of the table of all options, as the schema has them. */
export function optionTable(): string[][] {
  const rows = options.map(({ name, facts }) => [
    `\`${name}\``,
    describeType(facts.holds),
    facts.unset ?? `\`${JSON.stringify(defaultOf(name))}\``,
    facts.meaning ?? "",
  ]);
  return [["Option", "Type", "Default", "Meaning"], ...rows];
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
    case "temperature":
      return `number, 0 to ${expected.most}, or \`null\``;
    case "ratio":
      return "number above 0";
    case "ladder":
      return "list of tiers";
    case "attempts":
      return `whole number, 1 to ${expected.most}`;
    case "cycles":
      return `whole number, 0 to ${expected.most}`;
    case "multiple":
      return "number, 1 or more";
    case "command":
    case "program":
    case "glob":
    case "model":
    case "criterion":
    case "pathBelow":
    case "text":
      return "text";
    case "projectChecks":
      return "list of objects";
    case "pathsBelow":
    case "programs":
    case "globs":
      return "list of text";
    case "presets":
      return "presets by name";
    case "projectCheck":
    case "section":
    case "preset":
    case "tier":
      return "object";
  }
}
