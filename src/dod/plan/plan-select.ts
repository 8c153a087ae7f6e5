import { suggest } from "../suggest.ts";
import type { PlanStep } from "./plan.ts";
import { flatten, nameOf } from "./plan-lint.ts";
import { normalNumber, plainTitle, withoutNumber } from "./plan-title.ts";

export type StepChoice =
  | { readonly status: "found"; readonly step: PlanStep }
  | { readonly status: "ambiguous"; readonly lines: readonly number[] }
  | { readonly status: "unknown"; readonly suggestion?: string; readonly steps: readonly string[] };

/** How many steps a message names. */
const mostNamed = 20;

/**
 * The step that a number (`3`, `Step 3`, `2.1`) or a title means. A number is the one that the plan writes. Only where no
 * title is exactly the same, case and then everything but letters and digits are left out of account.
 */
export function selectStep(steps: readonly PlanStep[], wanted: string): StepChoice {
  const all = flatten(steps);
  const number = /^(?:(?:step|task)[\s_-]*)?#?(\d+(?:\.\d+)*|T\d+)[.:)]?$/i.exec(wanted.trim())?.[1];
  const title = plainTitle(wanted);
  const tests: ((step: PlanStep) => boolean)[] = [
    ...(number === undefined ? [] : [(step: PlanStep) => step.number === normalNumber(number)]),
    (step) => step.title === title,
    (step) => withoutNumber(step.title) === title,
    (step) => step.title.toLowerCase() === title.toLowerCase(),
    (step) => slug(step.title) === slug(title) || slug(withoutNumber(step.title)) === slug(title),
  ];
  for (const matches of title === "" ? [] : tests) {
    const [step, ...others] = all.filter(matches);
    if (step === undefined) continue;
    if (others.length === 0) return { status: "found", step };
    return { status: "ambiguous", lines: [step, ...others].slice(0, mostNamed).map(({ at }) => at.line) };
  }
  const named = all.slice(0, mostSuggested);
  const near = suggest(title, [...named.map((step) => step.title), ...named.map((step) => withoutNumber(step.title))]);
  return {
    status: "unknown",
    ...(near === undefined ? {} : { suggestion: near }),
    steps: steps.slice(0, mostNamed).map(nameOf),
  };
}

const mostSuggested = 200;

function slug(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
}
