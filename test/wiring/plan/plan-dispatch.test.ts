import { describe, expect, test } from "vitest";
import { findPlanReferences, type PlanReference } from "../../../src/dod/plan/plan-reference.ts";
import { define } from "../../../src/wiring/define.ts";
import { memoryFiles } from "../../support/memory-files.ts";

const block = "   [acceptance]\n   check: fileExists path=a.txt\n   [/acceptance]\n";
const plan = `1. Write a\n${block}2. Write b\n3. Find where c is defined\n4. Write C# d\n${block}`;
const entries = {
  "/code/app/PLAN.md": plan,
  "/code/app/my plan.md": plan,
  "/code/app/notes#1.md": plan,
  "/code/app/docs/plan.md": plan,
  "/code/app/linked.md": { link: "docs/plan.md" },
  "/code/app/out.md": { link: "/code/elsewhere/PLAN.md" },
  "/code/app/far": { link: "/code/elsewhere" },
  "/code/app/gone.md": { link: "nowhere.md" },
  "/code/app/fifo.md": { kind: "fifo" },
  "/code/app/binary.md": "1. a\0",
  "/code/app/huge.md": "a".repeat(1024 * 1024 + 1),
  "/code/app/prose.md": "Just words.",
  "/code/app/closed.md": { content: plan, unreadable: "EACCES" },
  "/code/elsewhere/PLAN.md": plan,
} as const;

function defineWith(
  prompt: string,
  more: { acceptance?: string; plans?: PlanReference[]; directory?: string; isLate?: true } = {},
) {
  return define(
    { prompt, agent: "general", callerID: "ses_1", ...more },
    {
      files: memoryFiles(entries),
      projectChecks: [],
      commands: { allow: [], inlineEval: true },
      verify: { require: "whenDoDPresent", requireExplicitDoD: false },
      place: { base: "/code/app", worktree: "/code/app", platform: "linux" },
      required: [],
      takeBaseline: async () => ({ status: "unchecked", why: { code: "noRepository" } }),
      mayRun: async () => true,
      describeAgent: async () => ({ readOnlyAgent: false, fastTier: true }),
    },
  );
}

describe("the Definition of Done of a dispatch that names a plan's step (R002-30)", () => {
  test.each([
    "plan: PLAN.md#1",
    "plan: ./PLAN.md#Write a",
    "plan: /code/app/PLAN.md#1",
    "plan: docs/../PLAN.md#1",
    "plan: linked.md#1",
    "plan: my plan.md#1",
    "plan: my%20plan.md#1",
    "plan: 'my plan.md'#1",
    "plan: notes#1.md#1",
    "plan: PLAN.md#Write C# d",
  ])("%s", async (line) => {
    const definition = await defineWith(`Do it.\n${line}`);
    expect(definition).toMatchObject({
      dods: [{ source: "annotation", checks: [{ kind: "fileExists", path: "a.txt" }] }],
      problems: [],
      trivial: false,
    });
    expect(definition.plans).toHaveLength(1);
  });

  test.each([
    ["plan: PLAN.md#2", "stepWithoutBlock"],
    ["plan: PLAN.md#9", "unknownStep"],
    ["plan: PLAN.md", "stepNotNamed"],
    ["plan: nothing.md#1", "planMissing"],
    ["plan: gone.md#1", "planMissing"],
    ["plan: ../elsewhere/PLAN.md#1", "planOutside"],
    ["plan: ../elsewhere/none.md#1", "planOutside"],
    ["plan: /etc/passwd#1", "planOutside"],
    ["plan: out.md#1", "planOutside"],
    ["plan: far/PLAN.md#1", "planOutside"],
    ["plan: docs/#1", "planUnreadable"],
    ["plan: fifo.md#1", "planUnreadable"],
    ["plan: binary.md#1", "planUnreadable"],
    ["plan: huge.md#1", "planUnreadable"],
    ["plan: closed.md#1", "planUnreadable"],
    ["plan: prose.md#1", "noSteps"],
    ["plan: nul\0.md#1", "planMissing"],
    ["plan: PLAN.md#1\n".repeat(9), "tooManyPlans"],
  ])("%j is a problem and nothing else", async (prompt, code) => {
    const { dods, problems } = await defineWith(prompt);
    expect([dods.length, problems.map((problem) => problem.code)]).toEqual([0, [code]]);
  });

  test("a block of the prompt applies as well, and stands in for the one that a step lacks", async () => {
    const own = "[dod]\ncriteria: Short.\n[/dod]";
    expect((await defineWith(`plan: PLAN.md#1\n${own}`)).dods.map(({ source }) => source)).toEqual([
      "explicit",
      "annotation",
    ]);
    expect(await defineWith(`plan: PLAN.md#2\n${own}`)).toMatchObject({ dods: [{ source: "explicit" }], problems: [] });
    expect(await defineWith("plan: PLAN.md#2", { acceptance: "criteria: Short." })).toMatchObject({ problems: [] });
  });

  test("an empty `acceptance` is a problem beside a step's block", async () => {
    const { problems } = await defineWith("plan: PLAN.md#1", { acceptance: "" });
    expect(problems).toMatchObject([{ code: "emptyBlock", where: "acceptance" }]);
  });

  test("a trivial step without a block is work without a block: what it says is inferred from", async () => {
    expect(await defineWith("plan: PLAN.md#3")).toMatchObject({
      dods: [{ source: "inferred", criteria: ["Find where c is defined"] }],
      trivial: true,
    });
    expect(await defineWith("Then write it down.\nplan: PLAN.md#3")).toMatchObject({ trivial: false });
  });

  test("once the work is done, what a plan said at the dispatch is not known any more", async () => {
    expect(await defineWith("plan: PLAN.md#1", { isLate: true })).toMatchObject({
      dods: [],
      problems: [{ code: "planForgotten" }],
    });
  });

  test("a relative plan begins at the delegation's directory, and may not leave the project from there", async () => {
    expect((await defineWith("plan: plan.md#1", { directory: "/code/app/docs" })).problems).toEqual([]);
    expect((await defineWith("plan: ../PLAN.md#1", { directory: "/code/app/docs" })).problems).toEqual([]);
    const outside = await defineWith("plan: PLAN.md#1", { directory: "/code/elsewhere" });
    expect(outside.problems.map(({ code }) => code)).toEqual(["planOutside"]);
  });

  test("an argument is named as such", async () => {
    const plans = findPlanReferences("plan: no.md#1").map((reference) => ({ ...reference, isArgument: true as const }));
    expect((await defineWith("Do it.", { plans })).problems).toMatchObject([{ code: "planMissing", where: "plan" }]);
  });
});
