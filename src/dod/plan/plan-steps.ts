import type { BlockNote, BlockProblem } from "../problem.ts";
import type { Plan } from "./plan.ts";
import type { Entry } from "./plan-outline.ts";
import type { PlanNote, PlanProblem } from "./plan-problem.ts";
import { finishSteps } from "./plan-step.ts";
import type { PlacedBlock, PlanText } from "./plan-text.ts";

/** A step before its blocks are read. */
export interface Draft {
  readonly entry: Entry;
  readonly blocks: PlacedBlock[];
  readonly problems: BlockProblem[];
  readonly notes: BlockNote[];
  readonly steps: Draft[];
  /** The last line of what is in it. */
  lastLine: number;
}

/** Makes a plan's steps of its headings and items, given which of these each block belongs to. */
export function buildSteps(plan: PlanText, entries: readonly Entry[], owners: readonly (Entry | undefined)[]): Plan {
  const kept = keepSteps(
    entries,
    owners.filter((_, index) => !plan.blocks[index]?.fenced),
  );
  const drafts = new Map(kept.map((entry) => [entry, draftOf(entry)]));
  const problems: PlanProblem[] = [];
  const notes: PlanNote[] = [];
  plan.blocks.forEach((block, index) => {
    const owner = owners[index];
    const draft = owner && drafts.get(owner);
    const { at, tag, fenced } = block;
    if (draft !== undefined) draft.blocks.push(block);
    else if (fenced) notes.push({ at, code: "orphanExample", tag });
    else problems.push({ at, code: "orphanBlock", tag });
  });
  const top = nest(drafts);
  const byLine = assignLines(plan, entries, drafts);
  const stray = { problems: [] as BlockProblem[], notes: [] as BlockNote[] };
  for (const problem of plan.problems) {
    if (problem.code !== "tooManyProblems") (byLine[problem.at.line] ?? stray).problems.push(problem);
    // Nobody knows what else is wrong, and where.
    else for (const place of [stray, ...drafts.values()]) place.problems.push(problem);
  }
  for (const note of plan.notes) (byLine[note.at.line] ?? stray).notes.push(note);
  if (top.length === 0) problems.push({ at: { line: 1, column: 1 }, code: "noSteps" });
  return { steps: finishSteps(top, undefined, plan), problems, notes, stray };
}

/** Beside headings that are steps, the lists of a section are steps only where one of them has a block. */
function keepSteps(entries: readonly Entry[], owners: readonly (Entry | undefined)[]): Entry[] {
  const steps = entries.filter((entry) => entry.isStep);
  if (!steps.some((entry) => entry.kind === "heading")) return steps;
  const sections = new Set(owners.flatMap((owner) => (owner?.kind === "item" ? [sectionOf(owner)] : [])));
  return steps.filter((entry) => outermostStep(entry).kind === "heading" || sections.has(sectionOf(entry)));
}

function outermostStep(entry: Entry): Entry {
  const above = stepAbove(entry);
  return above === undefined ? entry : outermostStep(above);
}

function stepAbove({ parent }: Entry): Entry | undefined {
  return parent === undefined || parent.isStep ? parent : stepAbove(parent);
}

function sectionOf(entry: Entry): Entry | undefined {
  return entry.parent?.kind === "item" ? sectionOf(entry.parent) : entry.parent;
}

function draftOf(entry: Entry): Draft {
  return { entry, blocks: [], problems: [], notes: [], steps: [], lastLine: entry.at.line };
}

/** Puts every step into the one that it is in, and returns those that are in none. */
function nest(drafts: ReadonlyMap<Entry, Draft>): Draft[] {
  const top: Draft[] = [];
  for (const draft of drafts.values()) {
    const above = stepAbove(draft.entry);
    (drafts.get(above as Entry)?.steps ?? top).push(draft);
  }
  return top;
}

/** By line, the innermost step that it is of. */
function assignLines({ lines }: PlanText, entries: readonly Entry[], drafts: ReadonlyMap<Entry, Draft>) {
  const starts = new Map<number, Entry>();
  for (const entry of entries) if (entry.kind === "heading" || drafts.has(entry)) starts.set(entry.at.line, entry);
  const byLine: (Draft | undefined)[] = [];
  let current: Draft | undefined;
  for (let line = 1; line <= lines.length; line++) {
    const start = starts.get(line);
    if (start !== undefined) current = draftAt(start, drafts);
    byLine[line] = current;
    for (let at = current; at !== undefined; at = draftAt(at.entry.parent, drafts)) at.lastLine = line;
  }
  return byLine;
}

function draftAt(entry: Entry | undefined, drafts: ReadonlyMap<Entry, Draft>): Draft | undefined {
  if (entry === undefined) return undefined;
  return drafts.get(entry) ?? draftAt(stepAbove(entry), drafts);
}
