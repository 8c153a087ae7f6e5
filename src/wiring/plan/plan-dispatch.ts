import { isAbsolute, resolve } from "node:path";
import { isWithin, locateProject, type ProjectPlace } from "../../checks/project.ts";
import type { Position } from "../../dod/dod.ts";
import type { Parsed } from "../../dod/parse.ts";
import type { Plan, PlanStep } from "../../dod/plan/plan.ts";
import type { PlanFault, PlanProblem, PlanReferenceProblem } from "../../dod/plan/plan-problem.ts";
import type { PlanReading, PlanReference } from "../../dod/plan/plan-reference.ts";
import type { PlannedStep } from "../../gate/delegation.ts";
import type { Files } from "../../ports/machine.ts";

/** A step that a dispatch names. */
export interface FoundStep {
  readonly planned: PlannedStep;
  readonly parsed: Parsed;
  /** What of it has no block; empty where it is trivial. */
  readonly uncovered: readonly PlanProblem[];
  /** What it says, without its blocks. */
  readonly text: string;
}

export type StepReading =
  | { readonly ok: true; readonly found: FoundStep }
  | { readonly ok: false; readonly problem: PlanReferenceProblem | (PlanProblem & { readonly path: string }) };

export interface PlanPlace {
  readonly place: ProjectPlace;
  /** Absolute: what relative paths begin at. */
  readonly directory: string;
  readonly files: Files;
}

/** Bytes. */
const largestPlan = 1024 * 1024;

/** Reads the step that a dispatch names, as it stands now. Nothing outside of the project is read. */
export async function readStep({ at, readings }: PlanReference, where: PlanPlace): Promise<StepReading> {
  const { reading, full } = await chooseReading(readings, where);
  const { path } = reading;
  const real = await where.files.realPath(full);
  if (!(await isInside(real ?? full, full, where))) return { ok: false, problem: { at, code: "planOutside", path } };
  if (real === undefined) return { ok: false, problem: { at, code: "planMissing", path } };
  const content = await where.files.read(real, largestPlan);
  switch (content.status) {
    case "missing":
      return { ok: false, problem: { at, code: "planMissing", path } };
    case "notAFile":
    case "tooLarge":
    case "unreadable":
      return unreadable(at, path, content.status);
    case "ok":
      return content.text.includes("\0") ? unreadable(at, path, "notText") : findStep(at, reading, real, content.text);
  }
}

/** A `#` may belong to the path as well as to the step's title: the file that is there decides. */
async function chooseReading(readings: PlanReference["readings"], { directory, files }: PlanPlace) {
  const tries = readings.flatMap((reading) =>
    [reading.path, decode(reading.path)]
      .filter((path, index, all) => all.indexOf(path) === index)
      .map((path) => ({ reading, full: isAbsolute(path) ? path : resolve(directory, path) })),
  );
  for (const each of tries) if ((await files.stat(each.full)) !== undefined) return each;
  return { reading: readings[0], full: resolve(directory, readings[0].path) };
}

/** `my%20plan.md` is `my plan.md`, as in links. */
function decode(path: string): string {
  return path.replaceAll("%20", " ").replaceAll("%23", "#");
}

/** Both by its name and by what it leads to, so that nothing is told about files elsewhere. */
async function isInside(real: string, full: string, { place, files }: PlanPlace): Promise<boolean> {
  const { root, names, platform } = await locateProject(place, files);
  return isWithin(real, root, platform) || (real === full && names.some((name) => isWithin(full, name, platform)));
}

function unreadable(at: Position, path: string, why: PlanFault): StepReading {
  return { ok: false, problem: { at, code: "planUnreadable", path, why } };
}

async function findStep(at: Position, { path, step }: PlanReading, file: string, text: string): Promise<StepReading> {
  const [{ readPlan }, { selectStep }, { findUncovered, nameOf }, { withoutNumber }] = await Promise.all([
    import("../../dod/plan/plan.ts"),
    import("../../dod/plan/plan-select.ts"),
    import("../../dod/plan/plan-lint.ts"),
    import("../../dod/plan/plan-title.ts"),
  ]);
  const plan = await readPlan(text);
  const flaw = unusable(plan);
  if (flaw !== undefined) return { ok: false, problem: { ...flaw, path } };
  if (step === "") {
    const steps = plan.steps.slice(0, 20).map(nameOf);
    return { ok: false, problem: { at, code: "stepNotNamed", path, steps } };
  }
  const choice = selectStep(plan.steps, step);
  switch (choice.status) {
    case "ambiguous":
      return { ok: false, problem: { at, code: "ambiguousStep", path, step, lines: choice.lines } };
    case "unknown": {
      const { suggestion, steps } = choice;
      const near = suggestion === undefined ? {} : { suggestion };
      return { ok: false, problem: { at, code: "unknownStep", path, step, ...near, steps } };
    }
    case "found": {
      const { parsed, title, source, text: lines } = choice.step;
      const words = [withoutNumber(title), ...lines.split("\n").slice(1)].join("\n").trim();
      const within = coveredBy(choice.step, plan.steps);
      const uncovered = findUncovered(choice.step).map((problem) =>
        problem.code === "stepWithoutBlock" && within !== undefined ? { ...problem, within: nameOf(within) } : problem,
      );
      return {
        ok: true,
        found: { planned: { path, file, step, dods: parsed.dods, source }, parsed, uncovered, text: words },
      };
    }
  }
}

/** What makes the whole plan unusable. */
function unusable({ problems }: Plan): PlanProblem | undefined {
  return problems.find(({ code }) => code === "planTooLong" || code === "planTooManyParts" || code === "noSteps");
}

/** The step around this one that has a block. */
function coveredBy(step: PlanStep, steps: readonly PlanStep[]): PlanStep | undefined {
  for (const each of steps) {
    if (each === step) return undefined;
    const inner = each.steps.length === 0 ? undefined : (coveredBy(step, each.steps) ?? holds(each, step));
    if (inner !== undefined) return inner;
  }
  return undefined;
}

function holds(outer: PlanStep, step: PlanStep): PlanStep | undefined {
  const isIn = step.at.line > outer.at.line && step.at.line <= outer.lastLine;
  return isIn && outer.own.dods.length > 0 ? outer : undefined;
}
