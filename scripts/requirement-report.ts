import type { Naming } from "./named-requirements.ts";
import type { RequirementsPage } from "./requirements.ts";

/** The set that must be proved, or be listed as not proved. */
const binding = "R002-";

/** What is wrong between the page and the tests, a sentence each. */
export function findGaps({ requirements, unproved }: RequirementsPage, namings: readonly Naming[]): string[] {
  const known = new Set(requirements.map(({ id }) => id));
  const named = new Set(namings.map(({ id }) => id));
  return [
    ...namings.filter(({ id }) => !known.has(id)).map(({ id, file }) => `${file} names ${id}, which there isn't`),
    ...requirements
      .filter(({ id, applies }) => id.startsWith(binding) && applies !== "no" && !named.has(id) && !unproved.has(id))
      .map(({ id }) => `${id} is named by no test, and not listed as unproved`),
    ...[...unproved.keys()]
      .filter((id) => !known.has(id))
      .map((id) => `${id} is listed as unproved, and there isn't one`),
    ...[...unproved.keys()]
      .filter((id) => named.has(id))
      .map((id) => `${id} is listed as unproved, but a test names it`),
  ];
}

/** Every line with the tests that name it, then the lines that none names. */
export function renderCoverage({ requirements, unproved }: RequirementsPage, namings: readonly Naming[]): string {
  const testsOf = (wanted: string) => namings.filter(({ id }) => id === wanted);
  const applying = requirements.filter(({ applies }) => applies !== "no");
  const open = applying.filter(({ id }) => testsOf(id).length === 0);
  return [
    ...requirements.flatMap(({ id, applies, sentence }) => [
      `${id} (${applies}) ${sentence}`,
      ...testsOf(id).map(({ file, title }) => `    ${file}: ${title.replaceAll(/\s+/g, " ")}`),
    ]),
    "",
    "Named by no test:",
    ...open.map(({ id, sentence }) => `${id} ${unproved.get(id) ?? sentence}`),
    "",
    ...[...new Set(requirements.map(({ id }) => id.slice(0, 4)))].map((set) => summarize(set, applying, open)),
  ].join("\n");
}

function summarize(set: string, applying: readonly { id: string }[], open: readonly { id: string }[]): string {
  const all = applying.filter(({ id }) => id.startsWith(set)).length;
  return `${set}: ${all - open.filter(({ id }) => id.startsWith(set)).length} of ${all} lines that apply are named`;
}
