import { describe, expect, test } from "vitest";
import type { Artefact, ArtefactReading } from "../../src/artefact/artefact.ts";
import type { CheckOutcome, CheckResult } from "../../src/checks/result.ts";
import type { Check, Dod, ProjectCheck } from "../../src/dod/dod.ts";
import { accept } from "../../src/gate/accept.ts";
import type { Problem } from "../../src/gate/delegation.ts";
import type { CheckRequest, GateSettings, GateTools, GradeTask, Submission } from "../../src/gate/requests.ts";
import type { GradeOutcome } from "../../src/grader/outcome.ts";
import { type ManualClock, manualClock } from "../support/manual-clock.ts";
import { memoryFiles } from "../support/memory-files.ts";

const at = { line: 1, column: 1 };
const check = (path: string): Check => ({ kind: "fileExists", path, at });
const dod = (checks: Check[], criteria: string[] = []): Dod => ({ at, source: "explicit", checks, criteria });
const inferred = (checks: Check[]): Dod => ({
  at,
  source: "inferred",
  checks,
  criteria: checks.length > 0 ? [] : ["Look around."],
});
const artefact: Artefact = {
  changedFiles: [],
  finalReturnText: "Done.",
  declaredOutputs: [],
  attribution: "known",
  untracked: [],
};
const read = (rest: Partial<Artefact> = {}): ArtefactReading => ({
  status: "read",
  artefact: { ...artefact, ...rest },
  diffs: new Map(),
  sessionIDs: ["ses_producer"],
  actors: [],
});
const unavailable: GradeOutcome = { outcome: "error", why: "providerFailed", message: "401" };
const met: GradeOutcome = { outcome: "pass", reasons: ["a:1 shows it"], model: "p/m" };
const unmet: GradeOutcome = { outcome: "fail", why: "judged", reasons: ["a:1 lacks it"], model: "p/m" };
const pass: CheckOutcome = { outcome: "pass" };
const fail: CheckOutcome = { outcome: "fail", reason: { code: "exited", exitCode: 1 } };
const error: CheckOutcome = { outcome: "error", reason: { code: "toolMissing", tool: "x" } };
const stopped: CheckOutcome = { outcome: "error", reason: { code: "stopped" } };
const problem: Problem = { code: "emptyBlock", at };

interface Case {
  readonly dods?: Dod[];
  readonly problems?: Problem[];
  readonly trivial?: boolean;
  readonly reading?: ArtefactReading;
  readonly settings?: Partial<GateSettings>;
  readonly signal?: AbortSignal;
  readonly results?: CheckOutcome[];
  readonly grade?: GradeOutcome;
  readonly tools?: Partial<GateTools>;
}

const ran: CheckRequest[] = [];
const asked: GradeTask[] = [];

function decide({
  dods = [dod([check("a")])],
  problems = [],
  trivial = false,
  reading = read(),
  results = [pass],
  grade = unavailable,
  ...rest
}: Case) {
  ran.length = 0;
  asked.length = 0;
  const submission: Submission = {
    delegation: {
      callerID: "ses_caller",
      caller: { agent: "build" },
      definition: { dods, problems, notes: [], trivial },
      directory: "/project",
    },
    reading,
    wiring: "task",
    settings: {
      require: "whenDoDPresent",
      preferDeterministic: true,
      gateBudgetMs: 1000,
      configProblems: [],
      ...rest.settings,
    },
    signal: rest.signal ?? new AbortController().signal,
  };
  const runChecks = async (request: CheckRequest): Promise<CheckResult[]> => {
    ran.push(request);
    return request.checks.map((each, index) => ({ check: each, durationMs: 1, ...(results[index] ?? pass) }));
  };
  const ask = async (task: GradeTask) => {
    asked.push(task);
    return grade;
  };
  const openGuard = async () => ({ ok: false, message: "git: not a repository any more" }) as const;
  const tools = { clock: manualClock(), files: memoryFiles({}), runChecks, grade: ask, openGuard };
  return accept(submission, { ...tools, ...rest.tools });
}

describe("the outcome", () => {
  test.each<[string, Case, string]>([
    ["all checks pass", {}, "pass"],
    ["one check fails", { dods: [dod([check("a"), check("b")])], results: [pass, fail] }, "fail"],
    ["one check has no answer", { dods: [dod([check("a"), check("b")])], results: [pass, error] }, "error"],
    [
      "a failure outweighs what has no answer",
      { dods: [dod([check("a"), check("b")])], results: [error, fail] },
      "fail",
    ],
    ["no block", { dods: [] }, "skip"],
    ["a problem beside a good block (R002-22)", { problems: [problem] }, "error"],
    ["a problem and no block left", { dods: [], problems: [problem] }, "error"],
    ["an empty block that the compiler let through", { dods: [dod([])] }, "error"],
    ["a criterion without a grader (R001-39, R004-18)", { dods: [dod([], ["fine"])] }, "error"],
    ["a criterion beside a passing block of its own", { dods: [dod([check("a")]), dod([], ["fine"])] }, "error"],
    ["a criterion beside a failing block", { dods: [dod([check("a")]), dod([], ["fine"])], results: [fail] }, "fail"],
    ["a mixed block (R002-24)", { dods: [dod([check("a")], ["fine"])] }, "pass"],
    [
      "a mixed block where both count",
      { dods: [dod([check("a")], ["fine"])], settings: { preferDeterministic: false } },
      "error",
    ],
    ["a criterion that the grader finds met", { dods: [dod([], ["fine"])], grade: met }, "pass"],
    ["a criterion that the grader finds unmet", { dods: [dod([], ["fine"])], grade: unmet }, "fail"],
    ["a passing block and a met criterion", { dods: [dod([check("a")]), dod([], ["fine"])], grade: met }, "pass"],
    [
      "a pass without evidence (R001-38)",
      {
        dods: [dod([], ["fine"])],
        grade: { outcome: "fail", why: "unsupported", gap: { code: "nothingRead" }, reasons: ["ok"], model: "p/m" },
      },
      "fail",
    ],
    [
      "a reply that is no judgement (R002-41)",
      { dods: [dod([], ["fine"])], grade: { outcome: "fail", why: "unparseable", fault: "badJson", model: "p/m" } },
      "fail",
    ],
    ["a trivial dispatch without a block (R002-31)", { dods: [inferred([check("a")])], trivial: true }, "skip"],
    ["a trivial dispatch with a block (R002-32)", { trivial: true }, "pass"],
    [
      "a trivial dispatch where all is verified (R002-66)",
      { dods: [inferred([check("a")])], trivial: true, settings: { require: "always" } },
      "pass",
    ],
    ["an inferred criterion and nothing changed (R002-33)", { dods: [inferred([])] }, "skip"],
    [
      "an inferred criterion and an unknown change",
      { dods: [inferred([])], reading: read({ attribution: "unknown" }) },
      "error",
    ],
    [
      "a trivial dispatch whose producer is gone",
      { dods: [inferred([])], trivial: true, reading: { status: "unreadable", message: "gone" } },
      "error",
    ],
    ["a broken configuration", { settings: { configProblems: ["broken"] } }, "error"],
    ["an unreadable record", { reading: { status: "unreadable", message: "gone" } }, "error"],
    ["a failed producer", { reading: { status: "producerFailed", message: "401" } }, "error"],
    ["a producer without a word", { reading: read({ finalReturnText: "" }) }, "error"],
    ["a caller that has gone", { signal: AbortSignal.abort() }, "error"],
  ])("%s", async (_, given, outcome) => {
    expect((await decide(given)).outcome).toBe(outcome);
  });

  test("what makes judging pointless runs nothing, and lists every check as unverified", async () => {
    const verdict = await decide({ reading: { status: "unreadable", message: "gone" } });
    expect(ran).toEqual([]);
    expect(verdict).toMatchObject({ method: "none", unrun: [{ path: "a" }], causes: [{ code: "recordUnreadable" }] });
  });
});

describe("the grader is asked only where its answer can decide (R000-11)", () => {
  test.each<[string, Case, number]>([
    ["criteria alone", { dods: [dod([], ["one", "two"])] }, 2],
    ["a mixed block: its checks win", { dods: [dod([check("a")], ["one"])] }, 0],
    [
      "a mixed block where both count",
      { dods: [dod([check("a")], ["one"])], settings: { preferDeterministic: false } },
      1,
    ],
    ["beside a red check", { dods: [dod([check("a")]), dod([], ["one"])], results: [fail] }, 0],
    ["beside a check without an answer", { dods: [dod([check("a")]), dod([], ["one"])], results: [error] }, 0],
    ["beside a green check", { dods: [dod([check("a")]), dod([], ["one"])] }, 1],
  ])("%s", async (_, given, criteria) => {
    const verdict = await decide(given);
    expect(asked.flatMap((task) => task.criteria)).toHaveLength(criteria);
    const all = (given.dods ?? []).flatMap((each) => each.criteria).length;
    const note = verdict.notes.find((each) => each.code === "criteriaNotGraded");
    expect(note?.count ?? 0).toBe(all - criteria);
  });
});

describe("the gate's budget (R002-52)", () => {
  const runner =
    (clock: ManualClock, waitMs: number, workMs: number): GateTools["runChecks"] =>
    async ({ checks, signal, beginWork }) => {
      clock.advance(waitMs);
      const endWork = beginWork();
      clock.advance(workMs);
      endWork();
      return checks.map((each) => ({ check: each, durationMs: workMs, ...(signal.aborted ? stopped : pass) }));
    };

  test.each([
    ["spent working", 0, 1001, "fail"],
    ["waiting in a queue is free", 60_000, 999, "pass"],
  ])("%s", async (_, waitMs, workMs, outcome) => {
    const clock = manualClock();
    const verdict = await decide({ tools: { clock, runChecks: runner(clock, waitMs, workMs) } });
    expect(verdict.outcome).toBe(outcome);
    if (outcome === "fail")
      expect(verdict).toMatchObject({ causes: [{ code: "budgetSpent", budgetMs: 1000 }], unrun: [{}] });
  });
});

describe("files under judgement that change void the verdict (R001-40, attack 10)", () => {
  const changedFiles = [{ path: "/project/a", status: "modified" as const }];

  test.each<[string, CheckOutcome, string, string]>([
    ["found good, is not accepted for that", pass, "error", "changedWhileJudged"],
    ["found wanting, is not accepted because of that", fail, "fail", ""],
  ])("what then stands still and is %s", async (_, result, outcome, code) => {
    let hashes = 0;
    const hash = async () => `hash ${Math.min(hashes++, 1)}`;
    const files = { ...memoryFiles({ "/project/a": "x" }), hash };
    const verdict = await decide({ reading: read({ changedFiles }), results: [result], tools: { files } });
    expect(verdict.outcome).toBe(outcome);
    expect(verdict.causes[0]?.code ?? "").toBe(code);
  });

  test.each<[string, CheckOutcome]>([
    ["a pass", pass],
    ["a failure", fail],
  ])("%s", async (_, result) => {
    let hashes = 0;
    const files = { ...memoryFiles({ "/project/a": "x" }), hash: async () => `hash ${hashes++}` };
    const verdict = await decide({ reading: read({ changedFiles }), results: [result], tools: { files } });
    expect(verdict).toMatchObject({
      outcome: "error",
      causes: [{ code: "changedWhileJudged", paths: ["/project/a"] }],
    });
  });

  test("what the producer may merely have changed is not watched", async () => {
    let hashes = 0;
    const files = { ...memoryFiles({ "/project/a": "x" }), hash: async () => `hash ${hashes++}` };
    const observed = [{ path: "/project/a", status: "observed" as const }];
    expect((await decide({ reading: read({ changedFiles: observed }), tools: { files } })).outcome).toBe("pass");
  });
});

describe("the project's own checks", () => {
  const bound = (criterion: string): ProjectCheck => ({
    ...{ kind: "projectCheck", at, criterion, command: "npm test" },
    ...{ home: "/project", directory: "/project", oraclePaths: [] },
  });
  const covering = (criteria: string[], ...names: string[]): Dod => ({
    ...dod([], criteria),
    covered: names.map(bound),
  });
  const changed = read({ changedFiles: [{ path: "/project/a", status: "modified" }] });
  const observed = read({ changedFiles: [{ path: "/project/a", status: "observed" }] });
  const required = (...names: string[]) => ({ required: names.map(bound) });
  const names = () => ran[0]?.checks.map((each) => ("criterion" in each ? each.criterion : "file"));

  test("decide a block of covered criteria without a grader, also where checks are not preferred (R001-32)", async () => {
    for (const preferDeterministic of [true, false]) {
      const verdict = await decide({ dods: [covering([], "one", "two")], settings: { preferDeterministic } });
      expect({ ...verdict, asked: asked.length }).toMatchObject({ outcome: "pass", method: "deterministic", asked: 0 });
    }
  });

  test("leave the block's other criteria to the grader, and prove nothing about them (R001-16)", async () => {
    expect(await decide({ dods: [covering(["other"], "one")] })).toMatchObject({ outcome: "error" });
    expect(await decide({ dods: [covering(["other"], "one")], grade: unmet })).toMatchObject({ outcome: "fail" });
    expect(await decide({ dods: [covering(["other"], "one")], grade: met })).toMatchObject({ outcome: "pass" });
    expect(asked).toMatchObject([{ criteria: ["other"] }]);
  });

  test("keep the grader from being asked when they fail", async () => {
    const verdict = await decide({ dods: [covering(["other"], "one")], grade: met, results: [fail] });
    expect({ ...verdict, asked: asked.length }).toMatchObject({
      outcome: "fail",
      asked: 0,
      checks: [{ outcome: "fail" }],
    });
  });

  test("run once, however often they are asked for", async () => {
    const dods = [covering([], "one"), covering([], "one", "two")];
    await decide({ dods, reading: changed, settings: required("two", "three") });
    expect(names()).toEqual(["one", "two", "three"]);
  });

  test.each<[what: string, Case, checks: string[]]>([
    ["a block", {}, ["file", "one"]],
    ["no block at all", { dods: [] }, ["one"]],
    ["criteria, which aren't graded after a failure", { dods: [dod([], ["fine"])], grade: met }, ["one"]],
    ["an inferred block", { dods: [inferred([check("a")])] }, ["file", "one"]],
    ["a trivial lookup, whose own block isn't judged", { dods: [inferred([])], trivial: true }, ["one"]],
  ])("that are required run after work that changed files: %s", async (_, asks, expected) => {
    const results = expected.map((name) => (name === "one" ? fail : pass));
    for (const reading of [changed, observed, read({ attribution: "unknown" })]) {
      const verdict = await decide({ ...asks, reading, results, settings: required("one") });
      expect({ outcome: verdict.outcome, names: names() }).toEqual({ outcome: "fail", names: expected });
    }
    expect(await decide({ ...asks, reading: changed, settings: required("one"), results: [] })).toMatchObject({
      outcome: "pass",
    });
  });

  test.each<[what: string, Case, outcome: string, checks: string[] | undefined]>([
    ["no block", { dods: [] }, "skip", undefined],
    ["a trivial lookup", { dods: [inferred([])], trivial: true }, "skip", undefined],
    ["a block", {}, "pass", ["file"]],
  ])("that are required are left out where nothing was changed: %s", async (_, asks, outcome, checks) => {
    expect(await decide({ ...asks, settings: required("one") })).toMatchObject({ outcome });
    expect(names()).toEqual(checks);
  });

  test("that don't come from a commit are told about where one ran", async () => {
    const tools = { projectChecksPinned: false };
    expect((await decide({ dods: [covering([], "one")], tools })).notes).toContainEqual({ code: "notPinned" });
    expect((await decide({ tools })).notes).toEqual([]);
  });
});

test("a configuration file that isn't in force is told of in every verdict, whatever its outcome", async () => {
  const note = { code: "edited", file: "dod-gate.jsonc" } as const;
  const tools = { inspectConfig: async () => [note] };
  for (const each of [{}, { results: [fail] }, { problems: [problem] }, { settings: { configProblems: ["broken"] } }]) {
    expect((await decide({ ...each, tools })).notes).toContainEqual({ code: "configFile", note });
  }
});
