import type { CheckResult } from "../checks/result.ts";
import { type Check, checksOf, type Dod, isCommandCheck, kindOf, type ProjectCheck } from "../dod/dod.ts";
import type { GradeOutcome } from "../grader/outcome.ts";
import type { CheckRequest, GateSettings, GateTools, ReadWork } from "./requests.ts";
import type { Cause, Grading } from "./verdict.ts";

export interface BlocksRequest extends Omit<CheckRequest, "checks" | "artefact"> {
  readonly work: ReadWork;
  readonly settings: Pick<GateSettings, "preferDeterministic">;
  readonly scope: Scope;
}

/** What one judgement is about. */
export interface Scope {
  readonly dods: readonly Dod[];
  /** Checks of the project that no DoD has to ask for. */
  readonly required: readonly ProjectCheck[];
}

export interface Judged {
  readonly checks: readonly CheckResult[];
  readonly grading?: Grading;
  readonly causes: readonly Cause[];
  /** Criteria that nobody judged, and nobody had to. */
  readonly ungraded: number;
}

/** Runs the checks of all blocks, and has their criteria graded where no check has already settled the matter. */
export async function judgeBlocks(
  request: BlocksRequest,
  tools: Pick<GateTools, "runChecks" | "grade">,
): Promise<Judged> {
  const { delegation, work, settings, guard, signal, beginWork } = request;
  const { dods } = request.scope;
  const wanted = checksIn(request.scope);
  if (wanted.length > 0) delegation.onPhase?.({ kind: "checking", checks: wanted });
  const checks = await tools.runChecks({
    checks: wanted,
    delegation,
    artefact: work.artefact,
    guard,
    signal,
    beginWork,
  });
  const moved = await findMoved(checks, request, tools);
  const all = dods.flatMap((dod) => dod.criteria);
  const criteria = criteriaToGrade(dods, settings.preferDeterministic);
  const settled = checks.some((check) => check.outcome !== "pass");
  if (criteria.length === 0 || settled) return { checks, causes: moved, ungraded: all.length };

  delegation.onPhase?.({ kind: "grading", criteria: criteria.length });
  const endWork = beginWork();
  const grade = await tools.grade({ criteria, delegation, work, signal });
  endWork();
  return {
    checks,
    grading: gradingOf(grade, criteria.length),
    causes: [...moved, ...causesOf(grade, criteria)],
    ungraded: all.length - criteria.length,
  };
}

/** Every check of a judgement in its order; one of the project's runs once, however often it is asked for. */
export function checksIn({ dods, required }: Scope): Check[] {
  const seen = new Set<string>();
  return [...dods.flatMap(checksOf), ...required].filter((check) => {
    if (check.kind !== "projectCheck") return true;
    const isNew = !seen.has(check.criterion);
    seen.add(check.criterion);
    return isNew;
  });
}

/**
 * Looks once more at what passed file checks looked at, after the last command has run: what no longer holds was changed
 * meanwhile, by a command or by something that the producer left running.
 */
async function findMoved(
  checks: readonly CheckResult[],
  { delegation, work, guard, signal, beginWork }: BlocksRequest,
  tools: Pick<GateTools, "runChecks">,
): Promise<Cause[]> {
  const passed = checks.flatMap(({ check, outcome }) => (outcome === "pass" && !isCommandCheck(check) ? [check] : []));
  const ranCommand = checks.some(({ check }) => isCommandCheck(check));
  if (passed.length === 0 || !ranCommand || signal.aborted) return [];
  const { artefact } = work;
  const again = await tools.runChecks({ checks: passed, delegation, artefact, guard, signal, beginWork });
  const paths = again.flatMap(({ check, outcome }) =>
    outcome === "pass" || isCommandCheck(check) ? [] : [check.path],
  );
  return paths.length === 0 ? [] : [{ code: "changedWhileJudged", paths }];
}

/** A block's criteria are graded where it has no checks, or where checks are not preferred. */
function criteriaToGrade(dods: readonly Dod[], preferDeterministic: boolean): string[] {
  return dods.filter((dod) => kindOf(dod) === "checker" || !preferDeterministic).flatMap((dod) => dod.criteria);
}

function gradingOf(grade: GradeOutcome, criteria: number): Grading {
  switch (grade.outcome) {
    case "pass":
      return { criteria, model: grade.model, evidence: grade.reasons };
    case "fail":
      return { criteria, model: grade.model, evidence: [] };
    case "error":
      return { criteria, evidence: [] };
  }
}

function causesOf(grade: GradeOutcome, criteria: readonly string[]): Cause[] {
  switch (grade.outcome) {
    case "pass":
      return [];
    case "fail":
      return [causeOf(grade)];
    case "error":
      return [{ code: "notGraded", why: grade.why, message: grade.message, criteria }];
  }
}

function causeOf(grade: Extract<GradeOutcome, { outcome: "fail" }>): Cause {
  switch (grade.why) {
    case "judged":
      return { code: "criteriaUnmet", reasons: grade.reasons };
    case "unsupported":
      return { code: "unsupportedPass", gap: grade.gap, reasons: grade.reasons };
    case "unparseable":
      return { code: "unreadableJudgement", fault: grade.fault };
  }
}
