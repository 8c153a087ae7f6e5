import type { Finding } from "../checks/context.ts";
import type { FailReason, Unheard } from "../checks/result.ts";
import type { CommandCheck } from "../dod/dod.ts";
import type { OracleQuestion } from "../integrity/oracle.ts";
import { testOverlay } from "../integrity/overlay.ts";
import { type CopyRun, runAmended } from "./decide-by-baseline.ts";

/** `failToPass`: the check fails on what was there before the work, with the work's new and changed tests laid over it. */
export async function proveFailing(
  check: CommandCheck,
  passing: Finding,
  run: CopyRun & { readonly question: OracleQuestion },
): Promise<Finding> {
  const { trees, question } = run;
  const paths = await testOverlay(question);
  const amendments = paths.map((path) => ({ path, to: "asIn", tree: trees.candidate }) as const);
  const outcome = await runAmended(check, { tree: trees.baseline, amendments, place: "withoutChange" }, run);
  if ("unheard" in outcome) return unproved(passing, outcome.unheard);
  const { finding } = outcome;
  switch (finding.outcome) {
    case "pass":
      return { ...finding, outcome: "fail", reason: { code: "passesWithoutChange" } };
    case "fail":
      return isProof(finding.reason) ? passing : unproved(finding, { code: "ran", reason: finding.reason });
    case "error":
      if (finding.reason.code === "stopped") return finding;
      return unproved(finding, { code: "ran", reason: finding.reason });
  }
}

/** The check has run to its end, and does not hold. Anything else says nothing about the change. */
function isProof({ code }: FailReason): boolean {
  switch (code) {
    case "exited":
    case "expectMissing":
      return true;
    case "killed":
    case "timedOut":
    case "noTests":
    case "noneConfigured":
    case "noCommand":
    case "fileMissing":
    case "notAFile":
    case "unchanged":
    case "textMissing":
    case "notJson":
    case "schemaMismatch":
    case "baselineOraclesFail":
    case "passesWithoutChange":
      return false;
  }
}

function unproved(finding: Finding, why: Unheard): Finding {
  return { ...finding, outcome: "error", reason: { code: "failToPassUnproved", why } };
}
