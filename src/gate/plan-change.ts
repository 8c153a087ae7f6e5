import type { Dod } from "../dod/dod.ts";
import type { Files } from "../ports/machine.ts";
import type { PlannedStep } from "./delegation.ts";
import type { VerdictNote } from "./verdict.ts";

/** Bytes. */
const largestPlan = 1024 * 1024;

/** Which of the steps that were dispatched have other blocks in their plan by now. What was dispatched decides all the same. */
export async function findChangedPlans(plans: readonly PlannedStep[], files: Files): Promise<VerdictNote[]> {
  if (plans.length === 0) return [];
  const changed = await Promise.all(plans.map((planned) => hasChanged(planned, files)));
  return plans.flatMap(({ path, step }, index) => (changed[index] ? [{ code: "planChanged", path, step }] : []));
}

async function hasChanged({ file, step, dods }: PlannedStep, files: Files): Promise<boolean> {
  const content = await files.read(file, largestPlan);
  if (content.status !== "ok") return true;
  const [{ readPlan }, { selectStep }] = await Promise.all([
    import("../dod/plan/plan.ts"),
    import("../dod/plan/plan-select.ts"),
  ]);
  const choice = selectStep((await readPlan(content.text)).steps, step);
  return choice.status !== "found" || essence(choice.step.parsed.dods) !== essence(dods);
}

/** What blocks ask for, wherever they stand. */
function essence(dods: readonly Dod[]): string {
  return JSON.stringify(dods, (key, value: unknown) => (key === "at" ? undefined : value));
}
