/** One line of the page of requirements. */
export interface Requirement {
  readonly id: string;
  readonly applies: "yes" | "adapted" | "no";
  readonly sentence: string;
}

export interface RequirementsPage {
  readonly requirements: readonly Requirement[];
  /** Reasons by the ids of those that apply and aren't proved yet. */
  readonly unproved: ReadonlyMap<string, string>;
}

const requirementRow = /^\| (R\d{3}-\d+) \| (yes|adapted|no) \| (.+) \|$/;
const unprovedRow = /^\| (R\d{3}-\d+) \| (.+) \|$/;

/** Reads `docs/requirements.md`. Throws where a row that begins with an id is none of its two kinds, or an id comes twice. */
export function readRequirements(page: string): RequirementsPage {
  const requirements = new Map<string, Requirement>();
  const unproved = new Map<string, string>();
  let honest = false;
  for (const line of page.split("\n")) {
    if (line.startsWith("## ")) honest = line === "## Not proved yet";
    if (!/^\| R\d{3}-/.test(line)) continue;
    const [, id = "", applies, sentence] = (honest ? undefined : requirementRow.exec(line)) ?? [];
    const [, open = "", reason] = (honest ? unprovedRow.exec(line) : undefined) ?? [];
    if (sentence !== undefined && !requirements.has(id)) {
      requirements.set(id, { id, applies: applies as Requirement["applies"], sentence });
    } else if (reason !== undefined && !unproved.has(open)) {
      unproved.set(open, reason);
    } else throw new Error(`not a row of requirements: ${line}`);
  }
  return { requirements: [...requirements.values()], unproved };
}
