import type { Phase } from "../gate/delegation.ts";
import { describeUnrun } from "./check-sentence.ts";
import { count } from "./count.ts";

/** The title of a delegation that is under way: `attempt 2/3 · medium · checking testsPass`. */
export function describeProgress(
  { number, most, tier }: { readonly number: number; readonly most: number; readonly tier: string | undefined },
  progress: Phase | { readonly kind: "producing" },
): string {
  return [`attempt ${number}/${most}`, ...(tier === undefined ? [] : [tier]), describePhase(progress)].join(" · ");
}

/** Checks that are named one by one in a title. */
const mostNamed = 2;

function describePhase(progress: Phase | { readonly kind: "producing" }): string {
  switch (progress.kind) {
    case "producing":
      return "producing";
    case "checking": {
      const names = progress.checks.slice(0, mostNamed).map(describeUnrun);
      const more = progress.checks.length - names.length;
      return `checking ${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
    }
    case "grading":
      return `grading ${count(progress.criteria, "criterion", "criteria")}`;
  }
}
