import { Findings } from "../findings.ts";
import { limits } from "../limits.ts";
import { compileAll, type Parsed } from "../parse.ts";
import { choose } from "../scan.ts";
import { isTrivial } from "../triviality.ts";
import type { PlanStep } from "./plan.ts";
import type { Draft } from "./plan-steps.ts";
import type { PlanText } from "./plan-text.ts";
import { withoutNumber } from "./plan-title.ts";

/** Numbers steps that stand side by side, and reads their blocks. */
export function finishSteps(drafts: readonly Draft[], within: string | undefined, plan: PlanText): PlanStep[] {
  const isNumbered = drafts.some(({ entry }) => entry.number !== undefined);
  return drafts.map((draft, index) => {
    const position = index + 1;
    const counted = isNumbered && within === undefined ? undefined : String(position);
    const number = nestedNumber(draft.entry.number ?? counted, within);
    const steps = finishSteps(draft.steps, number ?? String(position), plan);
    const own = read(draft);
    const text = textOf(draft, plan);
    return {
      position,
      number,
      title: draft.entry.title,
      at: draft.entry.at,
      lastLine: draft.lastLine,
      text,
      source: sourceOf(draft, plan),
      trivial: isTrivialStep(draft, text),
      own,
      parsed: join([own, ...steps.map(({ parsed }) => parsed)]),
      steps,
    };
  });
}

function nestedNumber(number: string | undefined, within: string | undefined): string | undefined {
  if (number === undefined || within === undefined || number.startsWith(`${within}.`) || /^T/.test(number))
    return number;
  return `${within}.${number}`;
}

function read({ blocks, problems, notes }: Draft): Parsed {
  const findings = new Findings();
  const dods = compileAll(choose(blocks, findings), "annotation", findings);
  return {
    dods,
    problems: [...problems, ...findings.problems].sort(byPlace),
    notes: [...notes, ...findings.notes].sort(byPlace),
  };
}

function join(parts: readonly Parsed[]): Parsed {
  const dods = parts.flatMap((part) => part.dods);
  const problems = parts.flatMap((part) => part.problems);
  const surplus = dods[limits.blocks];
  const tooMany = surplus && ({ at: surplus.at, code: "tooManyBlocks", limit: limits.blocks } as const);
  return {
    dods,
    problems: (tooMany === undefined ? problems : [...problems, tooMany]).sort(byPlace),
    notes: parts.flatMap((part) => part.notes),
  };
}

type Place = Pick<PlanStep, "at">;

function byPlace({ at: one }: Place, { at: other }: Place): number {
  return one.line - other.line || one.column - other.column;
}

function textOf({ entry, lastLine }: Draft, { outside }: PlanText): string {
  const lines = outside.slice(entry.at.line - 1, lastLine).map((line) => line.trimEnd());
  return lines
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function sourceOf({ entry, lastLine }: Draft, { lines }: PlanText): string {
  return lines
    .slice(entry.at.line - 1, lastLine)
    .map(({ text }) => text)
    .join("\n")
    .trimEnd();
}

/** The longest text that can be trivial is far shorter. */
const mostLooked = 1000;

function isTrivialStep({ entry }: Draft, text: string): boolean {
  if (text.length > mostLooked) return false;
  const [, ...others] = text.split("\n");
  const prompt = [withoutNumber(entry.title), ...others].join("\n").trim();
  return isTrivial({ prompt, readOnlyAgent: true, fastTier: true });
}
