import { type CheckContext, type Finding, stopped } from "../checks/context.ts";
import type { Unheard } from "../checks/result.ts";
import type { Check } from "../dod/dod.ts";
import type { RunPlace } from "../integrity/facts.ts";
import type { OracleReading, Restoration } from "../integrity/oracle.ts";
import { withinTime } from "../integrity/within-time.ts";
import type { Clock } from "../ports/machine.ts";
import type { Amendment, Repository } from "../ports/repository.ts";
import type { Copies } from "./copies.ts";
import { runInCopy } from "./run-in-copy.ts";

/** What a run in a copy needs. */
export interface CopyRun {
  readonly trees: {
    readonly repository: Repository;
    /** The tree whose tests and configuration decide. */
    readonly baseline: string;
    readonly candidate: string;
  };
  readonly copies: Copies;
  readonly context: CheckContext;
  readonly clock: Clock;
  readonly record: (place: RunPlace, finding: Finding) => void;
}

/** Milliseconds for making a copy. */
const patienceMs = 60_000;

/** Where what decides a check was changed by the work, the check has to pass without these changes too. */
export async function decideByBaseline(
  check: Check,
  inPlace: Finding,
  run: CopyRun & { readonly reading: OracleReading; readonly alwaysCopies: boolean },
): Promise<Finding> {
  const { reading, trees } = run;
  const touched = reading.touched.map(({ path }) => path);
  if (touched.length === 0 && !run.alwaysCopies) return inPlace;
  const amendments = reading.restorations.map((restoration) => amendmentFor(restoration, trees.baseline));
  const outcome = await runAmended(check, { tree: trees.candidate, amendments, place: "baselineOracles" }, run);
  if ("unheard" in outcome) return unheard(inPlace, outcome.unheard, touched);
  const { finding } = outcome;
  switch (finding.outcome) {
    case "pass":
      return inPlace;
    case "fail":
      // The work was to bring the script: there is none from before it that could decide.
      if (finding.reason.code === "noneConfigured") return inPlace;
      return { ...finding, reason: { code: "baselineOraclesFail", reason: finding.reason, touched } };
    case "error":
      if (finding.reason.code === "stopped") return finding;
      return unheard(inPlace, { code: "ran", reason: finding.reason }, touched);
  }
}

export type CopyOutcome = { readonly finding: Finding } | { readonly unheard: Unheard };

/** Runs a check in a copy of a tree in which some paths hold something else. */
export async function runAmended(
  check: Check,
  { tree, amendments, place }: { tree: string; amendments: readonly Amendment[]; place: RunPlace },
  { trees, copies, context, clock, record }: CopyRun,
): Promise<CopyOutcome> {
  const { signal } = context;
  const copy = await withinTime(
    patienceMs,
    clock,
    async (stop) => {
      const amended = await trees.repository.amend(tree, amendments, stop);
      return amended.ok ? copies.of(amended.value, stop) : amended;
    },
    signal,
  );
  if (signal.aborted) return { finding: stopped };
  if (copy === undefined) return { unheard: { code: "noCopy", message: `making it took longer than ${patienceMs}ms` } };
  if (!copy.ok) return { unheard: { code: "noCopy", message: copy.message } };
  const finding = await runInCopy(check, { copy: copy.value, root: trees.repository.root }, context);
  record(place, finding);
  return { finding };
}

function amendmentFor(restoration: Restoration, baseline: string): Amendment {
  const { path } = restoration;
  switch (restoration.to) {
    case "baseline":
      return { path, to: "asIn", tree: baseline };
    case "removed":
      return { path, to: "removed" };
    case "text":
      return { path, to: "text", text: restoration.text };
  }
}

function unheard(inPlace: Finding, why: Unheard, touched: readonly string[]): Finding {
  return { ...inPlace, outcome: "error", reason: { code: "baselineOraclesUnheard", why, touched } };
}
