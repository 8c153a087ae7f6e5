import type { ProjectCheckFault } from "../../src/checks/project-check-problem.ts";
import type { ErrorReason, FailReason } from "../../src/checks/result.ts";
import type { Fault, SyntaxFault } from "../../src/config/problem.ts";
import type { Check, MissingCommand } from "../../src/dod/dod.ts";
import type { Cause, VerdictNote } from "../../src/gate/verdict.ts";
import type { EvidenceGap } from "../../src/grader/evidence.ts";
import type { GradeError, JudgementFault } from "../../src/grader/outcome.ts";
import type { OracleNote } from "../../src/integrity/oracle.ts";
import { describeCause, describeFileNote, describeNotes } from "../../src/report/cause-sentence.ts";
import { describeCheck } from "../../src/report/check-sentence.ts";
import { describeConfigProblem } from "../../src/report/config-problems.ts";
import { type Delegation, type Ending, renderDelegation } from "../../src/report/delegation-note.ts";
import { describeFault, describeGap, describeGradeError } from "../../src/report/grade-sentence.ts";
import { describeProjectCheckProblem } from "../../src/report/project-check-problems.ts";
import { describeFailedStart, describeSecondCopy } from "../../src/report/start-notices.ts";
import { type Cases, casesOf } from "./cases.ts";

const target = { path: "a.json", base: "/code/app" };
const message = "x";
const at = { line: 1, column: 1 };

const failures: Cases<FailReason> = {
  exited: { code: "exited", exitCode: 1 },
  killed: { code: "killed", signal: "SIGKILL" },
  timedOut: { code: "timedOut", timeoutMs: 120_000 },
  expectMissing: { code: "expectMissing", expect: "loaded" },
  noTests: { code: "noTests" },
  noneConfigured: { code: "noneConfigured", script: "test" },
  noCommand: { code: "noCommand", missing: { code: "placeholder", file: "init.sh", line: 1 } },
  fileMissing: { code: "fileMissing", target },
  notAFile: { code: "notAFile", target },
  unchanged: { code: "unchanged", target },
  textMissing: { code: "textMissing", target, text: "x" },
  notJson: { code: "notJson", target, message },
  schemaMismatch: { code: "schemaMismatch", target, mismatches: ["x"] },
  baselineOraclesFail: { code: "baselineOraclesFail", reason: { code: "noTests" }, touched: ["test/a.test.js"] },
  passesWithoutChange: { code: "passesWithoutChange" },
};

const errors: Cases<ErrorReason> = {
  toolMissing: { code: "toolMissing", tool: "pnpm" },
  notStarted: { code: "notStarted", message },
  shadowed: { code: "shadowed", tool: "node", path: "node_modules/.bin/node" },
  denied: { code: "denied", permission: "bash", pattern: "npm test" },
  needsApproval: { code: "needsApproval", permission: "bash", pattern: "npm test" },
  refused: { code: "refused", problems: [{ code: "empty" }] },
  pathEscapes: { code: "pathEscapes", target },
  unreadable: { code: "unreadable", target, message },
  tooLarge: { code: "tooLarge", target, size: 2, limit: 1 },
  schemaUnusable: { code: "schemaUnusable", message },
  baselineOraclesUnheard: { code: "baselineOraclesUnheard", why: { code: "noCopy", message }, touched: ["a.test.js"] },
  failToPassUnproved: { code: "failToPassUnproved", why: { code: "noBaseline" } },
  changeUnknown: { code: "changeUnknown", why: "noBase", target },
  stopped: { code: "stopped" },
  crashed: { code: "crashed", message },
};

const causes: Cases<Cause> = {
  brokenConfig: { code: "brokenConfig", problems: [] },
  malformedBlock: { code: "malformedBlock", problems: [{ at, code: "emptyBlock" }] },
  recordUnreadable: { code: "recordUnreadable", message },
  producerFailed: { code: "producerFailed", message },
  emptyReturn: { code: "emptyReturn" },
  criteriaUnmet: { code: "criteriaUnmet", reasons: [] },
  unsupportedPass: { code: "unsupportedPass", gap: { code: "nothingRead" }, reasons: [] },
  unreadableJudgement: { code: "unreadableJudgement", fault: "empty" },
  notGraded: { code: "notGraded", why: "providerFailed", message, criteria: [] },
  budgetSpent: { code: "budgetSpent", budgetMs: 90_000 },
  stopped: { code: "stopped" },
  changedWhileJudged: { code: "changedWhileJudged", paths: [] },
  integrityUnknown: { code: "integrityUnknown", message },
  crashed: { code: "crashed", message },
};

const notes: Cases<VerdictNote> = {
  block: { code: "block", note: { at, code: "orphanCloseTag", tag: "[/acceptance]" } },
  criteriaNotGraded: { code: "criteriaNotGraded", count: 2 },
  attributionUnknown: { code: "attributionUnknown" },
  skipped: { code: "skipped", because: "trivial" },
  sameModel: { code: "sameModel", model: "p/m" },
  integrityUnchecked: { code: "integrityUnchecked", why: { code: "noRepository" } },
  oraclesTouched: { code: "oraclesTouched", touched: [{ path: "a.test.js", status: "modified", why: "test" }] },
  editsAllowed: { code: "editsAllowed", paths: ["a.test.js"] },
  oracles: { code: "oracles", note: { code: "newScript", script: "test" } },
  leftByChecks: { code: "leftByChecks", paths: ["report.xml"] },
  copyLeft: { code: "copyLeft", path: "/data/copy", message },
  planChanged: { code: "planChanged", path: "PLAN.md", step: "3" },
  configFile: { code: "configFile", note: { code: "edited", file: ".opencode/dod-gate.jsonc" } },
  notPinned: { code: "notPinned" },
};

const oracleNotes: Cases<OracleNote> = {
  newScript: { code: "newScript", script: "test" },
  testsLaidAside: { code: "testsLaidAside", paths: ["b.test.js"] },
  lockfileFollows: { code: "lockfileFollows", path: "package-lock.json" },
  unusableGlob: { code: "unusableGlob", glob: "**" },
  searchCutShort: { code: "searchCutShort" },
};

const inCopyAlone: FailReason = { code: "baselineOraclesFail", reason: { code: "noTests" }, touched: [] };

const missingCommands: Cases<MissingCommand> = {
  noLine: { code: "noLine", files: ["init.sh"] },
  placeholder: { code: "placeholder", file: "init.sh", line: 1 },
  unreadableLine: { code: "unreadableLine", file: "init.sh", line: 1 },
  severalLines: { code: "severalLines", file: "init.sh", line: 1 },
  unreadableFile: { code: "unreadableFile", file: "init.sh", why: "tooLarge" },
  noScript: { code: "noScript", scripts: ["check"] },
};

const projectCheckFaults: Cases<ProjectCheckFault> = {
  refusedCommand: { code: "refusedCommand", problem: { code: "empty" } },
  noDirectory: { code: "noDirectory", cwd: "x", kind: undefined },
  noOracle: { code: "noOracle", oracle: "x", kind: "link" },
  noScript: { code: "noScript", script: "x", packageJson: undefined },
  noAnswer: { code: "noAnswer", message },
};

const oracles: Cases<OracleNote> = {
  newScript: { code: "newScript", script: "test" },
  testsLaidAside: { code: "testsLaidAside", paths: ["b.test.js"] },
  lockfileFollows: { code: "lockfileFollows", path: "package-lock.json" },
  unusableGlob: { code: "unusableGlob", glob: "{{" },
  searchCutShort: { code: "searchCutShort" },
};

const gaps: Cases<EvidenceGap> = {
  reasonMissing: { code: "reasonMissing", reasons: 1, criteria: 2 },
  reasonEmpty: { code: "reasonEmpty", criterion: 1 },
  citedMissing: { code: "citedMissing", cited: "a.ts:1" },
  citedOutside: { code: "citedOutside", cited: "/etc/hosts:1" },
  tooManyCitations: { code: "tooManyCitations", limit: 200 },
  nothingRead: { code: "nothingRead" },
  nothingQuoted: { code: "nothingQuoted" },
};

const faults: Record<JudgementFault, true> = {
  empty: true,
  tooLong: true,
  cutShort: true,
  severalLines: true,
  textAfter: true,
  notAnObject: true,
  badJson: true,
  wrongType: true,
  missingKey: true,
  unknownKey: true,
  duplicateKey: true,
};

/** With what the grader tells of itself in place. */
const gradeErrors: Record<GradeError, string> = {
  noCriteria: "there are none",
  criteriaTooLong: "too long",
  sessionFailed: "gone",
  notIndependent: "it is the producer's",
  notReadOnly: "it used bash",
  timedOut: "the grader did not answer within 60000 ms",
  providerFailed: "401",
  noAnswer: "nothing",
  noHost: "nobody",
  stopped: "by an abort",
  tooLate: "criteria can't be graded after the turn of `opencode run`",
};

const place = { file: ".opencode/dod-gate.jsonc", path: "verify", line: 1, column: 1 } as const;

const config: Cases<Fault> = {
  unknownKey: { code: "unknownKey", key: "x" },
  topLevelKey: { code: "topLevelKey", key: "presets" },
  missingKey: { code: "missingKey", missing: "model" },
  duplicateKey: { code: "duplicateKey", key: "x" },
  wrongType: { code: "wrongType", expected: { kind: "boolean" }, got: 1 },
  badValue: { code: "badValue", expected: { kind: "boolean" }, got: 1 },
  refusedProgram: { code: "refusedProgram", program: "bash", reason: "runsOthers" },
  refusedPresetName: { code: "refusedPresetName", key: "X", reason: "characters" },
  unknownPreset: { code: "unknownPreset", name: "x", known: ["inherit"] },
  duplicateCriterion: { code: "duplicateCriterion", criterion: "x" },
  syntax: { code: "syntax", error: "CommaExpected" as SyntaxFault },
  tooNested: { code: "tooNested", limit: 1000 },
  notAFile: { code: "notAFile" },
  tooLarge: { code: "tooLarge", size: 2, limit: 1 },
  unreadable: { code: "unreadable", message },
  notValidated: { code: "notValidated", message },
  more: { code: "more", count: 2 },
};

type UnmetCode = Extract<Ending, { status: "unmet" }>["because"]["code"];
type ReviewCode = Extract<Ending, { status: "needs_review" }>["because"];

const unmet: Record<UnmetCode, true> = {
  ladderSpent: true,
  attemptsSpent: true,
  ceilingReached: true,
  sameFailure: true,
};
const review: Record<ReviewCode, true> = {
  needsUser: true,
  sameBlocker: true,
  blockedTwice: true,
  ceilingReached: true,
};

const endings: readonly Ending[] = [
  ...Object.keys(unmet).map((code) => ({ status: "unmet", because: { code: code as UnmetCode } }) as const),
  ...Object.keys(review).map((because) => ({ status: "needs_review", because: because as ReviewCode }) as const),
  { status: "skipped" },
];

function describeEnding(ending: Ending): string {
  const verdict = {
    outcome: "fail",
    method: "none",
    checks: [],
    causes: [causes.emptyReturn],
    unrun: [],
    notes: [],
    durationMs: 0,
  } as const;
  const last = { number: 1, tier: undefined, producerID: undefined, verdict, text: "Done." };
  const scorecard = {
    status: "unmet",
    method: "none",
    tier: undefined,
    attempts: 1,
    blocked: 0,
    escalations: 0,
    cost: undefined,
  } as const;
  return renderDelegation({ ending, tries: [last], scorecard } satisfies Delegation);
}

const check: Check = { kind: "testsPass", at };

/** A sentence for everything that a verdict, a grader, the configuration or a status can say, by its code. */
export const verdictMessages: readonly (readonly [string, string])[] = [
  ...casesOf("failed check", failures, (reason) =>
    describeCheck({ outcome: "fail", reason, check, command: "npm test", durationMs: 5 }),
  ),
  ["failed check: in a copy", describeCheck({ outcome: "fail", reason: inCopyAlone, check, durationMs: 5 })],
  ...casesOf("open check", errors, (reason) =>
    describeCheck({ outcome: "error", reason, check, command: "npm test", durationMs: 5 }),
  ),
  ...casesOf("cause", causes, (cause) => describeCause(cause)[0]),
  ...casesOf(
    "oracles",
    oracleNotes,
    (note) => describeNotes({ notes: [{ code: "oracles", note }], checks: [] })[0] ?? "",
  ),
  ...casesOf("note", notes, (note) => describeNotes({ notes: [note], checks: [] })[0] ?? ""),
  ...casesOf("gap", gaps, describeGap),
  ...Object.keys(faults).map((fault) => [`reply: ${fault}`, describeFault(fault as JudgementFault)] as const),
  ...Object.entries(gradeErrors).map(
    ([why, told]) => [`grader: ${why}`, describeGradeError(why as GradeError, told, 2)] as const,
  ),
  ...casesOf("missing command", missingCommands, (missing) =>
    describeCheck({ outcome: "fail", reason: { code: "noCommand", missing }, check, durationMs: 5 }),
  ),
  ["note: configFile overruled", describeFileNote({ code: "overruled", file: ".opencode/dod-gate.jsonc" })],
  ...casesOf("project check", projectCheckFaults, (fault) => describeProjectCheckProblem({ ...place, ...fault })),
  ...casesOf("config", config, (fault) => describeConfigProblem({ ...place, ...fault })),
  ...endings.map((ending) => [`status: ${JSON.stringify(ending)}`, describeEnding(ending)] as const),
  ...casesOf("oracle", oracles, (note) => describeNotes({ notes: [{ code: "oracles", note }], checks: [] })[0] ?? ""),
  ["start: failed", describeFailedStart(message)],
  ["start: second copy", describeSecondCopy("file:///code/dod-gate/index.js", {})],
];
