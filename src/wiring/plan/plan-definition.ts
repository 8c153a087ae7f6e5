import type { Parsed } from "../../dod/parse.ts";
import type { PlanReference } from "../../dod/plan/plan-reference.ts";
import type { Definition, PlannedStep, Problem } from "../../gate/delegation.ts";
import type { DispatchText } from "../define.ts";
import type { FoundStep, PlanPlace } from "./plan-dispatch.ts";

type Blocks = Pick<Definition, "dods" | "problems" | "notes">;

export interface PlanRequest extends Pick<DispatchText, "prompt" | "isLate"> {
  readonly where: PlanPlace;
  /** Whether somebody wrote a block for this dispatch: it stands in for the one that a step lacks. */
  readonly hasBlock: boolean;
  readonly compile: (parsed: Parsed) => Promise<Blocks>;
}

export interface Planned extends Blocks {
  readonly plans: readonly PlannedStep[];
  /** The prompt with the steps' own words, for who has to guess what is asked. */
  readonly prompt: string;
}

const mostPlans = 8;

/** What the steps that a dispatch names ask for. Every one that can't be found, or that nobody could judge, is a problem. */
export async function definePlanned(references: readonly PlanReference[], request: PlanRequest): Promise<Planned> {
  const nothing = { dods: [], problems: [], notes: [], plans: [], prompt: request.prompt };
  const [first] = references;
  if (first === undefined) return nothing;
  const { at, readings } = first;
  if (request.isLate) return { ...nothing, problems: [{ at, code: "planForgotten", path: readings[0].path }] };
  const surplus = references[mostPlans];
  if (surplus !== undefined)
    return { ...nothing, problems: [{ at: surplus.at, code: "tooManyPlans", limit: mostPlans }] };
  const { readStep } = await import("./plan-dispatch.ts");
  const read = await Promise.all(references.map((reference) => readStep(reference, request.where)));
  const found = read.flatMap((each) => (each.ok ? [each.found] : []));
  const lost = read.flatMap((each, index) =>
    each.ok ? [] : [locate(each.problem, references[index]?.isArgument === true)],
  );
  const blocks = await Promise.all(found.map((each) => blocksOf(each, request)));
  return {
    dods: blocks.flatMap(({ dods }) => dods),
    problems: [...lost, ...blocks.flatMap(({ problems }) => problems)],
    notes: blocks.flatMap(({ notes }) => notes),
    plans: found.map(({ planned }) => planned),
    prompt: [...found.map(({ text }) => text), withoutLines(request.prompt, references)].join("\n"),
  };
}

async function blocksOf({ planned, parsed, uncovered }: FoundStep, request: PlanRequest): Promise<Blocks> {
  const where = { plan: planned.path };
  const { dods, problems, notes } = await request.compile(parsed);
  const open = request.hasBlock ? [] : uncovered;
  return {
    dods,
    problems: [...problems, ...open].map((problem) => ({ ...problem, where })),
    notes: notes.map((note) => ({ ...note, where })),
  };
}

function withoutLines(prompt: string, references: readonly PlanReference[]): string {
  const lines = new Set(references.flatMap(({ at, isArgument }) => (isArgument ? [] : [at.line])));
  return prompt
    .split(/\r\n|\r|\n/)
    .filter((_, index) => !lines.has(index + 1))
    .join("\n");
}

/** What is wrong with the plan itself is said of its file, what is wrong with the line that names it of the prompt. */
function locate(problem: Problem & { readonly path?: string }, isArgument: boolean): Problem {
  switch (problem.code) {
    case "planTooLong":
    case "planTooManyParts":
    case "noSteps":
      return problem.path === undefined ? problem : { ...problem, where: { plan: problem.path } };
    default:
      return isArgument ? { ...problem, where: "plan" } : problem;
  }
}
