import type { Artefact, ArtefactReading } from "../artefact/artefact.ts";
import type { CheckResult } from "../checks/result.ts";
import { type Check, type Dod, kindOf } from "../dod/dod.ts";
import type { Clock, Files } from "../ports.ts";
import { Budget } from "./budget.ts";
import type { Delegation } from "./delegation.ts";
import { differences, fingerprint } from "./fingerprint.ts";
import type { Cause, Method, Outcome, Verdict, VerdictNote } from "./verdict.ts";

/** What running a block's checks needs to know besides the checks. */
export interface CheckRequest {
  readonly checks: readonly Check[];
  readonly delegation: Delegation;
  readonly artefact: Artefact;
  readonly signal: AbortSignal;
  /** Called when work begins, as against waiting for it; what it returns is called at its end. */
  readonly beginWork: () => () => void;
}

export interface GateTools {
  readonly files: Files;
  readonly clock: Clock;
  readonly runChecks: (request: CheckRequest) => Promise<CheckResult[]>;
}

export interface GateSettings {
  readonly preferDeterministic: boolean;
  /** Milliseconds of work, waiting in queues not counted. */
  readonly gateBudgetMs: number;
  /** Sentences about a configuration that can't be used: with one, nothing is ever accepted. */
  readonly configProblems: readonly string[];
}

export interface Submission {
  readonly delegation: Delegation;
  readonly reading: ArtefactReading;
  readonly settings: GateSettings;
  /** Aborts when the caller no longer wants an answer. */
  readonly signal: AbortSignal;
}

/** Decides, for every wiring, whether delegated work is accepted. */
export async function accept(submission: Submission, tools: GateTools): Promise<Verdict> {
  const startedAt = tools.clock.now();
  const judgement = await judge(submission, tools);
  const { definition } = submission.delegation;
  const source = definition.dods[0]?.source;
  return {
    ...judgement,
    ...(source === undefined ? {} : { dodSource: source }),
    notes: [...judgement.notes, ...definition.notes.map((note) => ({ code: "block", note }) as const)],
    durationMs: tools.clock.now() - startedAt,
  };
}

type Judgement = Omit<Verdict, "dodSource" | "durationMs">;

async function judge(submission: Submission, tools: GateTools): Promise<Judgement> {
  const { delegation, reading, settings } = submission;
  const { dods, problems } = delegation.definition;
  if (dods.length === 0 && problems.length === 0) return nothing("skip", []);
  const allChecks = dods.flatMap((dod) => dod.checks);
  const blocked = findBlocker(submission);
  if (blocked !== undefined) return { ...nothing("error", [blocked]), unrun: allChecks };
  if (reading.status !== "read") throw new Error("an unread artefact was not reported as a blocker");

  const run = await runAll(submission, reading.artefact, allChecks, tools);
  const toGrade = criteriaToGrade(dods, settings.preferDeterministic);
  const skipped = dods.flatMap((dod) => dod.criteria).length - toGrade.length;
  const red = run.checks.some((check) => check.outcome === "fail");
  const causes = [...run.causes];
  if (toGrade.length > 0 && !red) causes.push({ code: "noGrader", criteria: toGrade });
  const ungraded = red ? skipped + toGrade.length : skipped;
  const notes: VerdictNote[] = ungraded > 0 ? [{ code: "criteriaNotGraded", count: ungraded }] : [];
  if (reading.artefact.attribution === "unknown") notes.push({ code: "attributionUnknown" });
  return {
    outcome: combine(run.checks, causes),
    method: methodOf(dods),
    checks: run.checks,
    causes,
    unrun: run.checks.filter((result) => result.outcome === "error").map((result) => result.check),
    notes,
  };
}

/** What makes judging pointless, the first that applies. */
function findBlocker({ delegation, reading, settings, signal }: Submission): Cause | undefined {
  if (settings.configProblems.length > 0) return { code: "brokenConfig", problems: settings.configProblems };
  const { problems } = delegation.definition;
  if (problems.length > 0) return { code: "malformedBlock", problems };
  if (signal.aborted) return { code: "stopped" };
  switch (reading.status) {
    case "unreadable":
      return { code: "recordUnreadable", message: reading.message };
    case "producerFailed":
      return { code: "producerFailed", message: reading.message };
    case "read":
      return reading.artefact.finalReturnText === "" ? { code: "emptyReturn" } : undefined;
  }
}

/** Runs every check within the gate's budget, and sees whether the work stood still meanwhile. */
async function runAll(submission: Submission, artefact: Artefact, checks: readonly Check[], tools: GateTools) {
  const { delegation, settings, signal } = submission;
  const expiry = new AbortController();
  const budget = new Budget(settings.gateBudgetMs, tools.clock, () => expiry.abort());
  const before = await fingerprint(artefact.changedFiles, tools.files);
  const results = await tools.runChecks({
    checks,
    delegation,
    artefact,
    signal: AbortSignal.any([signal, expiry.signal]),
    beginWork: () => budget.begin(),
  });
  const paths = differences(before, await fingerprint(artefact.changedFiles, tools.files));
  const causes: Cause[] = [];
  if (paths.length > 0) causes.push({ code: "changedWhileJudged", paths });
  const cutShort = results.some((result) => result.outcome === "error" && result.reason.code === "stopped");
  if (signal.aborted) causes.push({ code: "stopped" });
  else if (budget.spent && cutShort) causes.push({ code: "budgetSpent", budgetMs: settings.gateBudgetMs });
  return { checks: results, causes };
}

/** A block's criteria are graded where it has no checks, or where checks are not preferred. */
function criteriaToGrade(dods: readonly Dod[], preferDeterministic: boolean): string[] {
  return dods.filter((dod) => kindOf(dod) === "checker" || !preferDeterministic).flatMap((dod) => dod.criteria);
}

/** All blocks and checks are ANDed. A void or stopped judgement is no judgement; else a failure outweighs what is open. */
function combine(checks: readonly CheckResult[], causes: readonly Cause[]): Outcome {
  const has = (code: Cause["code"]) => causes.some((cause) => cause.code === code);
  if (has("changedWhileJudged") || has("stopped")) return "error";
  if (has("budgetSpent") || checks.some((check) => check.outcome === "fail")) return "fail";
  if (causes.length > 0 || checks.some((check) => check.outcome === "error")) return "error";
  return checks.length > 0 ? "pass" : "error";
}

function methodOf(dods: readonly Dod[]): Method {
  const kinds = dods.map(kindOf);
  return kinds.find((kind) => kind === "deterministic") ?? kinds.find((kind) => kind === "checker") ?? "none";
}

function nothing(outcome: Outcome, causes: readonly Cause[]): Judgement {
  return { outcome, method: "none", checks: [], causes, unrun: [], notes: [] };
}
