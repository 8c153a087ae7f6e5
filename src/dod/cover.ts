import type { Dod, ProjectCheck } from "./dod.ts";

/** The form in which two criteria are compared: one space for any run of white space, everything else as it is written. */
export function comparable(criterion: string): string {
  return criterion.replaceAll(/\p{White_Space}+/gu, " ").trim();
}

/**
 * Hands each criterion that the project binds to a command over to that command. Only the whole text of a criterion counts:
 * one that is merely alike stays with the grader.
 */
export function coverCriteria(dod: Dod, projectChecks: readonly ProjectCheck[]): Dod {
  const byText = new Map(projectChecks.map((check) => [comparable(check.criterion), check]));
  const covered = [...new Set(dod.criteria.flatMap((criterion) => byText.get(comparable(criterion)) ?? []))];
  if (covered.length === 0) return dod;
  const criteria = dod.criteria.filter((criterion) => !byText.has(comparable(criterion)));
  return { ...dod, criteria, covered };
}
