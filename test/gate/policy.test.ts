import { describe, expect, it, test } from "vitest";
import type { Artefact, ArtefactReading } from "../../src/artefact/artefact.ts";
import type { Dod, DodSource } from "../../src/dod/dod.ts";
import { type Decision, decide, lacksRequiredBlock, type Question, type Wiring } from "../../src/gate/policy.ts";

const at = { line: 1, column: 1 };

function criterion(source: DodSource): Dod {
  return { source, at, checks: [], criteria: ["The parser is described."] };
}

function check(source: DodSource): Dod {
  return { source, at, checks: [{ kind: "testsPass", at }], criteria: [] };
}

function reading(artefact: Partial<Artefact> = {}): ArtefactReading {
  const nothing: Artefact = {
    changedFiles: [],
    finalReturnText: "Done.",
    declaredOutputs: [],
    attribution: "known",
    untracked: [],
  };
  return {
    status: "read",
    artefact: { ...nothing, ...artefact },
    diffs: new Map(),
    sessionIDs: ["ses_producer"],
    actors: [],
  };
}

const changed = reading({ changedFiles: [{ path: "/p/a.ts", status: "modified" }] });

/** A lookup of which nothing is known but that it changed a file. */
const plain: Question = {
  dods: [criterion("inferred")],
  trivial: false,
  wiring: "task",
  reading: changed,
  require: "whenDoDPresent",
};

const verify: Decision = { verify: true };
const trivial: Decision = { verify: false, because: "trivial" };
const nothingChanged: Decision = { verify: false, because: "nothingChanged" };

const wirings: readonly Wiring[] = ["task", "delegate", "turn"];

describe("work is verified or skipped", () => {
  test.each<[title: string, question: Partial<Question>, decision: Decision]>([
    ["an inferred criterion is verified", {}, verify],
    ["inferred checks are verified", { dods: [check("inferred")], reading: reading() }, verify],
    ["a trivial dispatch is skipped (R002-31)", { trivial: true }, trivial],
    [
      "a trivial dispatch with inferred checks is skipped (R002-31)",
      { trivial: true, dods: [check("inferred")] },
      trivial,
    ],
    ["a trivial dispatch that changed nothing is skipped as trivial", { trivial: true, reading: reading() }, trivial],
    ["a task that changed nothing is skipped (R002-33)", { reading: reading() }, nothingChanged],
    [
      "a task with inferred checks beside a criterion is verified",
      { dods: [criterion("inferred"), check("inferred")], reading: reading() },
      verify,
    ],
    [
      "a task of which nobody knows is verified (R002-33, R004-41)",
      { reading: reading({ attribution: "unknown" }) },
      verify,
    ],
    [
      "a task whose changes somebody else may have made is verified (R002-33)",
      { reading: reading({ changedFiles: [{ path: "/p/a", status: "observed" }] }) },
      verify,
    ],
    [
      "a task that ran commands under snapshots, without a change, is skipped (R002-33)",
      { reading: reading({ untracked: [{ from: 1, to: 2 }] }) },
      nothingChanged,
    ],
    [
      "a task whose record can't be read is verified (R002-33)",
      { reading: { status: "unreadable", message: "gone" } },
      verify,
    ],
    ["a task that failed is verified", { reading: { status: "producerFailed", message: "gone" } }, verify],
    ["no DoD at all is no reason to skip", { dods: [], trivial: true, reading: reading() }, verify],
  ])("%s", (_, question, decision) => {
    expect(decide({ ...plain, ...question })).toEqual(decision);
  });

  test.each<[Wiring, Decision]>([
    ["task", nothingChanged],
    ["delegate", verify],
    ["turn", verify],
  ])("%s that changed nothing (R002-33)", (wiring, decision) => {
    expect(decide({ ...plain, wiring, reading: reading() })).toEqual(decision);
    expect(decide({ ...plain, wiring, trivial: true })).toEqual(trivial);
  });

  test.each(["explicit", "annotation"] as const)(
    "what is %s is always verified (R002-25, R002-30, R002-32)",
    (source) => {
      for (const wiring of wirings) {
        for (const dods of [[criterion(source)], [check(source)], [criterion("inferred"), criterion(source)]]) {
          for (const known of [reading(), changed]) {
            expect(decide({ ...plain, dods, wiring, reading: known, trivial: true })).toEqual(verify);
          }
        }
      }
    },
  );

  test.each(["always", "never"] as const)("nothing is skipped with verify.require %s (R002-66)", (require) => {
    expect(decide({ ...plain, require, trivial: true })).toEqual(verify);
    expect(decide({ ...plain, require, reading: reading() })).toEqual(verify);
  });
});

describe("verify.requireExplicitDoD (R002-29, R002-65)", () => {
  const demand = {
    requireExplicitDoD: true,
    require: "whenDoDPresent",
    definition: { dods: [], problems: [] },
    trivial: false,
  } as const;

  it("demands a block of a dispatch that has none", () => {
    expect(lacksRequiredBlock(demand)).toBe(true);
  });

  test.each<[string, Partial<Parameters<typeof lacksRequiredBlock>[0]>]>([
    ["the option is off", { requireExplicitDoD: false }],
    ["the gate is off", { require: "never" }],
    ["the dispatch is trivial", { trivial: true }],
    ["there is a block", { definition: { dods: [criterion("explicit")], problems: [] } }],
    ["there is a plan's block", { definition: { dods: [check("annotation")], problems: [] } }],
    ["there is a block with a problem", { definition: { dods: [], problems: [{ at, code: "outsideBlock" }] } }],
  ])("demands none where %s", (_, part) => {
    expect(lacksRequiredBlock({ ...demand, ...part })).toBe(false);
  });

  it("demands one of a trivial dispatch too where everything is verified (R002-66)", () => {
    expect(lacksRequiredBlock({ ...demand, require: "always", trivial: true })).toBe(true);
  });
});
