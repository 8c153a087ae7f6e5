import { isBlank } from "../whitespace.ts";
import type { Entry } from "./plan-outline.ts";
import type { PlacedBlock, PlanText } from "./plan-text.ts";

/** Which entry each block belongs to; undefined for one that belongs to nobody. */
export function findOwners(plan: PlanText, entries: readonly Entry[]): (Entry | undefined)[] {
  const sites = new Sites(plan, entries);
  /** Headings whose items have their blocks below them, at the margin. */
  const marginal = new Set<Entry>();
  return plan.blocks.map((block) => sites.ownerOf(block, marginal));
}

/** Knows what stands on which line of a plan's own Markdown. */
class Sites {
  readonly #outside: readonly string[];
  /** By line: the innermost item, the innermost step's heading, and the last line before it that is not blank. */
  readonly #items: (Entry | undefined)[] = [];
  readonly #headings: (Entry | undefined)[] = [];
  readonly #filled: number[] = [];
  readonly #starts = new Set<number>();

  constructor({ outside }: PlanText, entries: readonly Entry[]) {
    this.#outside = outside;
    for (const entry of entries) {
      if (entry.kind === "heading" && !entry.isStep) continue;
      const sites = entry.kind === "item" ? this.#items : this.#headings;
      for (let line = entry.at.line; line <= entry.lastLine; line++) sites[line] = entry;
      if (entry.kind === "item" && entry.isStep) this.#starts.add(entry.at.line);
    }
    let last = 0;
    outside.forEach((text, index) => {
      this.#filled[index + 1] = last;
      if (!isBlank(text)) last = index + 1;
    });
  }

  ownerOf(block: PlacedBlock, marginal: Set<Entry>): Entry | undefined {
    const heading = this.#headings[block.at.line];
    const chain = chainOf(this.#itemBefore(block));
    const holder = chain.find((item) => block.indent > item.indent);
    if (holder !== undefined) return stepIn(chainOf(holder)) ?? heading;
    const item = stepIn(chain.toReversed());
    if (item === undefined || heading === undefined) return item ?? heading;
    if (this.#isBeforeItem(block.lastLine)) marginal.add(heading);
    return marginal.has(heading) ? item : heading;
  }

  /** The item that ends right before a line; a label such as `Acceptance:` may stand between, unless it announces an example. */
  #itemBefore({ at, fenced }: PlacedBlock): Entry | undefined {
    const before = this.#filled[at.line] ?? 0;
    const item = this.#items[before];
    const isLabel = !fenced && /^\s*[^#\s].*:[*_]*\s*$/.test(this.#outside[before - 1] ?? "");
    return item === undefined && isLabel ? this.#items[this.#filled[before] ?? 0] : item;
  }

  #isBeforeItem(line: number): boolean {
    let next = line + 1;
    while (next <= this.#outside.length && isBlank(this.#outside[next - 1] ?? "")) next++;
    return this.#starts.has(next);
  }
}

/** An item and those that it is in, the innermost first. */
function chainOf(item: Entry | undefined): Entry[] {
  const chain: Entry[] = [];
  for (let at = item; at?.kind === "item"; at = at.parent) chain.push(at);
  return chain;
}

function stepIn(items: readonly Entry[]): Entry | undefined {
  return items.find((item) => item.isStep);
}
