import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { type PlanStep, readPlan } from "../../../src/dod/plan/plan.ts";
import { lintPlan } from "../../../src/dod/plan/plan-lint.ts";
import { selectStep } from "../../../src/dod/plan/plan-select.ts";
import { compareSubstance } from "../../../src/dod/plan/plan-substance.ts";

const folder = fileURLToPath(new URL("../../testdata/plans/", import.meta.url));
const approves = process.env["UPDATE_APPROVED"] === "1";
const names = readdirSync(folder)
  .filter((name) => name.endsWith(".md"))
  .map((name) => name.slice(0, -".md".length));
const block = "[acceptance]\ncheck: testsPass\n[/acceptance]\n";

describe("plans, as their steps, blocks and findings are read (R002-30)", () => {
  test("there are a dozen", () => {
    expect(names.length).toBeGreaterThanOrEqual(12);
  });

  test.each(names)("%s", async (name) => {
    const described = await describePlan(readFileSync(`${folder}${name}.md`, "utf8"));
    if (approves) writeFileSync(`${folder}${name}.txt`, described);
    expect(described).toBe(readFileSync(`${folder}${name}.txt`, "utf8"));
  });

  test.each(names)("%s reads the same with other line breaks and a byte order mark", async (name) => {
    const text = readFileSync(`${folder}${name}.md`, "utf8");
    const described = await describePlan(text);
    expect(await describePlan(text.replaceAll("\n", "\r\n"))).toBe(described);
    expect(await describePlan(text.replaceAll("\n", "\r"))).toBe(described);
    expect(await describePlan(`\ufeff# x\n${text}`)).toBe(await describePlan(`# x\n${text}`));
  });
});

describe("a block belongs to the step that it is in or right after", () => {
  test.each([
    [
      "indented with tabs",
      `1. A\n\t- [ ] B\n\t\t[dod]\n\t\tcheck: testsPass\n\t\t[/dod]\n2. C\n`,
      ["1 A 0", "1.1 B 1", "2 C 0"],
    ],
    ["behind a list marker", "1. A\n   - [dod]\n     check: testsPass\n     [/dod]\n", ["1 A 1"]],
    ["in a fence of its own", "1. A\n\n   ```\n   [dod]\n   check: testsPass\n   [/dod]\n   ```\n", ["1 A 1"]],
    [
      "in a fence, beside one that is in none",
      `1. A\n   [dod]\n   check: testsPass\n   [/dod]\n   ~~~\n   [dod]\n   check: buildPasses\n   [/dod]\n   ~~~\n`,
      ["1 A 1"],
    ],
    ["below the step's label", `1. A\n\n**Acceptance:**\n\n${block}`, ["1 A 1"]],
    ["after other words", `1. A\n\nWords.\n\n${block}`, ["1 A 0"]],
    ["after another heading", `1. A\n\n## Notes\n\n${block}`, ["1 A 0"]],
    [
      "between the items of a heading's step",
      `## Step 1\n1. A\n${block}2. B\n${block}`,
      ["1 Step 1 0", "1.1 A 1", "1.2 B 1"],
    ],
    ["below the items of a heading's step", `## Step 1\n1. A\n2. B\n\n${block}`, ["1 Step 1 1", "1.1 A 0", "1.2 B 0"]],
    ["below a heading in the step's section", `## Step 1\n\n#### Done when\n\n${block}`, ["1 Step 1 1"]],
  ])("%s", async (_, text, expected) => {
    const { steps } = await readPlan(text);
    expect(all(steps).map(({ number, title, own }) => `${number} ${title} ${own.dods.length}`)).toEqual(expected);
  });

  test("what looks like a step in a block, a fence, a comment or a quotation is none", async () => {
    const text = "1. A\n   [dod]\n   1. criteria: x\n   [/dod]\n```\n2. B\n## Step 3\n```\n<!--\n4. C\n-->\n> 5. D\n";
    expect((await readPlan(text)).steps.map(({ title }) => title)).toEqual(["A"]);
  });

  test("a problem of one step is not one of another", async () => {
    const { steps } = await readPlan(
      "1. A\n   [dod] check: testsPass\n   [/dod]\n2. B\n   [dod]\n   check: testsPass\n   [/dod]\n",
    );
    expect(steps.map(({ parsed }) => parsed.problems.map(({ code }) => code))).toEqual([["tagNotAlone"], []]);
  });

  test("a step with more than 32 blocks in it has a problem", async () => {
    const items = Array.from(
      { length: 33 },
      (_, index) => `${index + 1}. A\n   [dod]\n   check: testsPass\n   [/dod]\n`,
    );
    const { steps } = await readPlan(`## Step 1\n${items.join("")}`);
    expect(steps[0]?.parsed.problems.map(({ code }) => code)).toEqual(["tooManyBlocks"]);
  });
});

describe("what names a step", () => {
  const text = `## Step 1: Use C#\n\n## Step 2: **Parse** \`x.ts\`\n\n1. Read it\n2. Write it\n\n## Step 03: Test\n\n## Task: Test\n`;
  test.each([
    ["1", "Step 1: Use C#"],
    ["Step 2", "Step 2: Parse x.ts"],
    ["step-3", "Step 03: Test"],
    ["2.1", "Read it"],
    ["Use C#", "Step 1: Use C#"],
    ["Step 2: Parse `x.ts`", "Step 2: Parse x.ts"],
    ["step-2-parse-x-ts", "Step 2: Parse x.ts"],
    ["WRITE IT", "Write it"],
  ])("%s", async (wanted, title) => {
    expect(selectStep((await readPlan(text)).steps, wanted)).toMatchObject({ status: "found", step: { title } });
  });

  test("two steps that are called the same are ambiguous", async () => {
    expect(selectStep((await readPlan(text)).steps, "Test")).toEqual({ status: "ambiguous", lines: [8, 10] });
  });

  test("its position, where no step has a number", async () => {
    const { steps } = await readPlan("- [ ] A\n- [ ] B\n");
    expect(selectStep(steps, "2")).toMatchObject({ status: "found", step: { title: "B" } });
    const numbered = (await readPlan("- [ ] 7. A\n- [ ] B\n")).steps;
    expect(selectStep(numbered, "2")).toMatchObject({ status: "unknown" });
  });

  test.each(["", "4", "Tset", "constructor", "#"])("nothing is called %j", async (wanted) => {
    expect(selectStep((await readPlan(text)).steps, wanted).status).toBe("unknown");
  });
});

describe("a plan to which blocks are added", () => {
  const before = "# Plan\n\n1. A\n2. B\n   [dod]\n   check: testsPass\n   [/dod]\n";
  test.each([
    ["is the same", before, { kind: "unchanged" }],
    ["has only gained blocks", before.replace("1. A\n", `1. A\n\n${block}\n`), { kind: "onlyBlocks" }],
    [
      "has gained a fenced block",
      before.replace("1. A\n", `1. A\n   \`\`\`\n${block}   \`\`\`\n`),
      { kind: "onlyBlocks" },
    ],
    ["has lost a step", before.replace("1. A\n", ""), { kind: "otherText", line: 3 }],
    ["has lost its end", "# Plan\n\n1. A\n", { kind: "otherText", line: 3 }],
    ["has another word", before.replace("A", "AA"), { kind: "otherText", line: 3 }],
    ["has a block that never ends", before.replace("1. A\n", "1. A\n[dod]\n"), { kind: "otherText", line: 4 }],
    ["has lost a block", "# Plan\n\n1. A\n2. B\n", { kind: "blocksLost", count: 1 }],
  ])("%s", (_, after, expected) => {
    expect(compareSubstance(before, after)).toEqual(expected);
  });
});

describe("a plan costs no more than its length", { retry: 2, timeout: 60_000 }, () => {
  const heading = (index: number) => `## Step ${index}: do it\n\nSome *words* and \`code\`.\n\n${block}\n`;
  const item = (index: number) => `${index}. do it\n\n   ${block.replaceAll("\n", "\n   ")}\n`;
  const plan = (count: number, step: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => step(index + 1)).join("");

  test.each([
    ["headings", heading],
    ["items", item],
  ])("1000 steps as %s", async (_, step) => {
    const { steps, problems } = await lintPlan(plan(1000, step));
    expect([steps.length, problems]).toEqual([1000, []]);
    const few = await measure(plan(400, step));
    const many = await measure(plan(1600, step));
    expect(many / few).toBeLessThan(12);
  });

  test.each([
    ...[
      "- a\n",
      "a\n",
      "a\n\n",
      "\n",
      "- ",
      "> a\n\n",
      "# a\n",
      "## 1\n",
      "[",
      "`",
      "```\n",
      "[dod]\n",
      "*a_ ",
      "\t- a\n",
    ],
    ...["[dod]\ncheck: testsPass\n[/dod]\n", "<!--\n", "a\n===\n", "- - a\n", "\u0000", "&amp;", "-\n", "1. a\n\n\n"],
  ])("a megabyte of %j", async (unit) => {
    expect(await measure(unit.repeat(Math.floor((1024 * 1024) / unit.length)))).toBeLessThan(25_000);
  });

  test("lists nested ten thousand deep, in a line or over many", async () => {
    expect(await measure(`${"- ".repeat(10_000)}a`)).toBeLessThan(20_000);
    expect(await measure(plan(10_000, (index) => `${"  ".repeat(Math.min(index, 40))}- a\n`))).toBeLessThan(25_000);
  });

  test("more than that is a problem", async () => {
    expect((await readPlan("a".repeat(1024 * 1024 + 1))).problems).toMatchObject([{ code: "planTooLong" }]);
    expect((await readPlan("1. a\n".repeat(10_001))).problems).toMatchObject([{ code: "planTooManyParts" }]);
  });
});

async function measure(text: string): Promise<number> {
  const start = performance.now();
  await lintPlan(text);
  return performance.now() - start;
}

function all(steps: readonly PlanStep[]): PlanStep[] {
  return steps.flatMap((step) => [step, ...all(step.steps)]);
}

/** A plan's steps and findings, a line each. */
async function describePlan(text: string): Promise<string> {
  const { steps, problems, notes } = await lintPlan(text);
  return [
    ...describeSteps(steps, ""),
    ...problems.map(({ at, code }) => `! ${at.line}:${at.column} ${code}`),
    ...notes.map(({ at, code }) => `- ${at.line}:${at.column} ${code}`),
    "",
  ].join("\n");
}

function describeSteps(steps: readonly PlanStep[], indent: string): string[] {
  return steps.flatMap(({ number, title, at, lastLine, own, trivial, steps: inner }) => [
    `${indent}#${number} "${title}" ${at.line}:${at.column}-${lastLine}, blocks ${own.dods.map((dod) => dod.at.line).join(" ") || "none"}${trivial ? ", trivial" : ""}`,
    ...describeSteps(inner, `${indent}  `),
  ]);
}
