import { nameOfModel } from "../artefact/record.ts";
import type { CheckResult } from "../checks/result.ts";
import type { Check } from "../dod/dod.ts";
import { Budget } from "./budget.ts";
import { combine } from "./combine.ts";
import { checksIn, type Judged, type Scope } from "./judge-blocks.ts";
import { type GuardedJudgement, judgeGuarded } from "./judge-guarded.ts";
import { findChangedPlans } from "./plan-change.ts";
import { decide } from "./policy.ts";
import type { GateTools, ReadWork, Submission } from "./requests.ts";
import type { Cause, Method, Outcome, Verdict, VerdictNote } from "./verdict.ts";

/** Decides, for every wiring, whether delegated work is accepted. */
export async function accept(submission: Submission, tools: GateTools): Promise<Verdict> {
  const startedAt = tools.clock.now();
  const judgement = await judge(submission, tools);
  const files = (await tools.inspectConfig?.()) ?? [];
  const { definition } = submission.delegation;
  if (definition.baseline?.status === "taken" && isLeftOpen(judgement)) tools.abandon?.(definition.baseline);
  const source = definition.dods[0]?.source;
  return {
    ...judgement,
    ...(source === undefined ? {} : { dodSource: source }),
    notes: [
      ...judgement.notes,
      ...definition.notes.map((note) => ({ code: "block", note }) as const),
      ...(await findChangedPlans(definition.plans ?? [], tools.files)),
      ...files.map((note) => ({ code: "configFile", note }) as const),
    ],
    durationMs: tools.clock.now() - startedAt,
  };
}

type Judgement = Omit<Verdict, "dodSource" | "durationMs">;

async function judge(submission: Submission, tools: GateTools): Promise<Judgement> {
  const { dods, problems } = submission.delegation.definition;
  const { required = [] } = submission.settings;
  if (dods.length === 0 && problems.length === 0 && required.length === 0) return unjudged("skip", []);
  const found = findBlocker(submission);
  if ("blocked" in found) return { ...unjudged("error", [found.blocked]), unrun: checksIn({ dods, required: [] }) };

  const { work } = found;
  const decision = decide({ ...submission.settings, ...submission.delegation.definition, ...submission });
  const scope = {
    // What asks for no judgement of its own isn't judged because the project's checks have to run.
    dods: decision.verify ? dods : [],
    required: mayHaveChanged(work) ? required : [],
  };
  if (scope.dods.length + scope.required.length === 0) {
    return { ...unjudged("skip", []), notes: decision.verify ? [] : [{ code: "skipped", because: decision.because }] };
  }

  const judged = await judgeInTime(submission, { scope, work }, tools);
  const notes: VerdictNote[] = [...judged.notes];
  if (judged.ungraded > 0) notes.push({ code: "criteriaNotGraded", count: judged.ungraded });
  const grader = judged.grading?.model;
  if (grader !== undefined && work.actors.some(({ model }) => model !== undefined && nameOfModel(model) === grader))
    notes.push({ code: "sameModel", model: grader });
  if (work.artefact.attribution === "unknown") notes.push({ code: "attributionUnknown" });
  if (tools.projectChecksPinned === false && judged.checks.some(({ check }) => check.kind === "projectCheck"))
    notes.push({ code: "notPinned" });
  const { checks, causes, grading, integrity } = judged;
  return {
    checks,
    causes,
    ...(grading === undefined ? {} : { grading }),
    ...(integrity === undefined ? {} : { integrity }),
    outcome: combine(judged, scope),
    method: methodOf(judged),
    unrun: unanswered(judged, scope),
    notes,
  };
}

/** Whether some check may not have been decided by what was there before the work. */
function isLeftOpen({ outcome, causes }: Judgement): boolean {
  return outcome === "error" || causes.some(({ code }) => code === "budgetSpent");
}

function unanswered({ checks, causes }: Judged, scope: Scope): Check[] {
  if (causes.some(({ code }) => code === "integrityUnknown") && checks.length === 0) return checksIn(scope);
  return checks.filter((result) => result.outcome === "error").map((result) => result.check);
}

/** Also where only a snapshot shows a change, or nobody can tell whether there was one. */
function mayHaveChanged({ artefact }: ReadWork): boolean {
  return artefact.attribution === "unknown" || artefact.changedFiles.length > 0;
}

/** What makes judging pointless, the first that applies; else the work to be judged. */
function findBlocker({ delegation, reading, settings, signal }: Submission): { blocked: Cause } | { work: ReadWork } {
  if (settings.configProblems.length > 0)
    return { blocked: { code: "brokenConfig", problems: settings.configProblems } };
  const { problems } = delegation.definition;
  if (problems.length > 0) return { blocked: { code: "malformedBlock", problems } };
  if (signal.aborted) return { blocked: { code: "stopped" } };
  switch (reading.status) {
    case "unreadable":
      return { blocked: { code: "recordUnreadable", message: reading.message } };
    case "producerFailed":
      return { blocked: { code: "producerFailed", message: reading.message } };
    case "read":
      return reading.artefact.finalReturnText === "" ? { blocked: { code: "emptyReturn" } } : { work: reading };
  }
}

/** Judges all blocks within the gate's budget. */
async function judgeInTime(
  submission: Submission,
  { scope, work }: { readonly scope: Scope; readonly work: ReadWork },
  tools: GateTools,
): Promise<GuardedJudgement> {
  const { delegation, settings, signal } = submission;
  const expiry = new AbortController();
  const budget = new Budget(settings.gateBudgetMs, tools.clock, () => expiry.abort());
  const judged = await judgeGuarded(
    {
      delegation,
      work,
      settings,
      scope,
      signal: AbortSignal.any([signal, expiry.signal]),
      callerSignal: signal,
      beginWork: () => budget.begin(),
      isPass: (result) => !signal.aborted && combine(result, scope) === "pass",
    },
    tools,
  );
  const causes: Cause[] = [];
  if (signal.aborted) causes.push({ code: "stopped" });
  else if (budget.spent && wasCutShort(judged)) causes.push({ code: "budgetSpent", budgetMs: settings.gateBudgetMs });
  return { ...judged, causes: [...causes, ...judged.causes] };
}

function wasCutShort({ checks, causes }: Judged): boolean {
  const isCut = (check: CheckResult) => check.outcome === "error" && check.reason.code === "stopped";
  return checks.some(isCut) || causes.some((cause) => cause.code === "notGraded" && cause.why === "stopped");
}

function methodOf({ grading, checks }: Judged): Method {
  if (grading !== undefined) return "checker";
  return checks.length > 0 ? "deterministic" : "none";
}

function unjudged(outcome: Outcome, causes: readonly Cause[]): Judgement {
  return { outcome, method: "none", checks: [], causes, unrun: [], notes: [] };
}
