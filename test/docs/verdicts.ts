import type { Artefact, ArtefactReading } from "../../src/artefact/artefact.ts";
import type { Actor } from "../../src/artefact/record.ts";
import type { CheckOutcome, CheckResult } from "../../src/checks/result.ts";
import { type Check, isCommandCheck } from "../../src/dod/dod.ts";
import { parse } from "../../src/dod/parse.ts";
import { accept } from "../../src/gate/accept.ts";
import type { CheckRequest, GateSettings } from "../../src/gate/requests.ts";
import type { Cause, Verdict } from "../../src/gate/verdict.ts";
import type { GradeOutcome } from "../../src/grader/outcome.ts";
import type { Baseline } from "../../src/integrity/baseline.ts";
import { manualClock } from "../support/manual-clock.ts";
import { memoryFiles } from "../support/memory-files.ts";
import { takenBaseline } from "../support/taken-baseline.ts";

/** What becomes of one check; the output is that of its command. */
export type ScriptedCheck = CheckOutcome & { readonly output?: string; readonly durationMs?: number };

export interface Scene {
  /** A delegated prompt. */
  readonly prompt: string;
  /** In the order of the checks; those without one pass. */
  readonly results?: readonly ScriptedCheck[];
  readonly grade?: GradeOutcome;
  readonly artefact?: Partial<Artefact>;
  readonly actors?: readonly Actor[];
  /** Takes the place of work that could be read. */
  readonly reading?: ArtefactReading;
  readonly settings?: Partial<GateSettings>;
  readonly signal?: AbortSignal;
  /** Whether the checks go on until the gate's budget is spent. */
  readonly hangs?: boolean;
  readonly baseline?: Baseline;
}

const met: GradeOutcome = { outcome: "pass", reasons: ["a:1"], model: "p/m" };

/** The gate's own verdict about scripted checks and a scripted grader. */
export function judge({ prompt, results = [], grade = met, hangs = false, ...scene }: Scene): Promise<Verdict> {
  const clock = manualClock();
  let hashes = 0;
  const files = { ...memoryFiles({ "/project/a": "" }), hash: async () => String(hashes++) };
  const settings: GateSettings = {
    require: "whenDoDPresent",
    preferDeterministic: true,
    gateBudgetMs: 90_000,
    configProblems: [],
    ...scene.settings,
  };
  const runChecks = async ({ checks, beginWork }: CheckRequest): Promise<CheckResult[]> => {
    const all = submission.delegation.definition.dods.flatMap((dod) => dod.checks);
    if (!hangs) return checks.map((check) => resultOf(check, results[all.indexOf(check)] ?? { outcome: "pass" }));
    const endWork = beginWork();
    clock.advance(settings.gateBudgetMs);
    endWork();
    return checks.map((check) => resultOf(check, { outcome: "error", reason: { code: "stopped" } }));
  };
  const submission = {
    wiring: "task",
    delegation: {
      callerID: "ses_caller",
      caller: {},
      definition: {
        ...parse(prompt),
        trivial: false,
        ...(scene.baseline === undefined ? {} : { baseline: scene.baseline }),
      },
      directory: "/project",
    },
    reading: scene.reading ?? readingOf(scene.artefact, scene.actors),
    settings,
    signal: scene.signal ?? new AbortController().signal,
  } as const;
  const openGuard = async () => ({ ok: false, message: "git failed" }) as const;
  return accept(submission, { clock, files, runChecks, grade: async () => grade, openGuard });
}

function readingOf(artefact: Partial<Artefact> = {}, actors: readonly Actor[] = []): ArtefactReading {
  return {
    status: "read",
    artefact: {
      changedFiles: [],
      finalReturnText: "Done.",
      declaredOutputs: [],
      attribution: "known",
      untracked: [],
      ...artefact,
    },
    diffs: new Map(),
    sessionIDs: ["ses_producer"],
    actors,
  };
}

function resultOf(check: Check, { output = "", durationMs = 5, ...outcome }: ScriptedCheck): CheckResult {
  const command = isCommandCheck(check) ? (check.command ?? "npm test") : undefined;
  const exitCode = outcome.outcome === "fail" && outcome.reason.code === "exited" ? outcome.reason.exitCode : 0;
  const run = { exitCode, timedOut: false, stdoutTail: output, stderrTail: "" };
  const started = command !== undefined && outcome.outcome !== "error";
  return { ...outcome, check, durationMs, ...(command === undefined ? {} : { command }), ...(started ? { run } : {}) };
}

const oneCheck = "[acceptance]\ncheck: fileExists path=a\n[/acceptance]";
const oneCriterion = "[acceptance]\ncriteria: It is fine.\n[/acceptance]";
const model = "p/m";

/** A verdict for every cause that there is. */
export const verdictOf: Record<Cause["code"], () => Promise<Verdict>> = {
  brokenConfig: () => judge({ prompt: oneCheck, settings: { configProblems: ["broken"] } }),
  malformedBlock: () => judge({ prompt: "[acceptance]\ncheck: tetsPass\n[/acceptance]" }),
  recordUnreadable: () => judge({ prompt: oneCheck, reading: { status: "unreadable", message: "gone" } }),
  producerFailed: () => judge({ prompt: oneCheck, reading: { status: "producerFailed", message: "401" } }),
  emptyReturn: () => judge({ prompt: oneCheck, artefact: { finalReturnText: "" } }),
  criteriaUnmet: () =>
    judge({ prompt: oneCriterion, grade: { outcome: "fail", why: "judged", reasons: ["no"], model } }),
  unsupportedPass: () =>
    judge({
      prompt: oneCriterion,
      grade: { outcome: "fail", why: "unsupported", gap: { code: "nothingRead" }, reasons: ["yes"], model },
    }),
  unreadableJudgement: () =>
    judge({ prompt: oneCriterion, grade: { outcome: "fail", why: "unparseable", fault: "badJson", model } }),
  notGraded: () =>
    judge({ prompt: oneCriterion, grade: { outcome: "error", why: "providerFailed", message: "no such key" } }),
  budgetSpent: () => judge({ prompt: oneCheck, hangs: true }),
  stopped: () => judge({ prompt: oneCheck, signal: AbortSignal.abort() }),
  changedWhileJudged: () =>
    judge({ prompt: oneCheck, artefact: { changedFiles: [{ path: "/project/a", status: "modified" }] } }),
  integrityUnknown: async () => judge({ prompt: "[dod]\ncheck: testsPass\n[/dod]", baseline: await takenBaseline() }),
  // Made outside the gate, where it broke down.
  crashed: async () => ({
    outcome: "error",
    method: "none",
    checks: [],
    causes: [{ code: "crashed", message: "TypeError" }],
    unrun: [],
    notes: [],
    durationMs: 0,
  }),
};
