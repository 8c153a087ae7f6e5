import { describe, expect, test } from "vitest";
import { categoryOf } from "../../src/dod/category.ts";
import { type Dod, kindOf } from "../../src/dod/dod.ts";
import { inferDod, type ProjectHints } from "../../src/dod/infer.ts";
import { parse } from "../../src/dod/parse.ts";
import { isTrivial } from "../../src/dod/triviality.ts";
import { decide } from "../../src/gate/policy.ts";
import type { VerdictNote } from "../../src/gate/verdict.ts";
import { describeNotes } from "../../src/report/cause-sentence.ts";
import { renderNote } from "../../src/report/note.ts";
import { renderRefusal } from "../../src/report/refusal.ts";
import { blocksOf, codeIn, readPage, rowsUnder, withoutBlocks } from "./page.ts";
import { judge, verdictOf } from "./verdicts.ts";

const page = readPage("docs/verification.md");
const text = withoutBlocks(page).replaceAll(/\s+/g, " ");

const examples = [...page.matchAll(/^\*\*([^*]+)\*\*[^*]*Kind: `(\w+)`\.\n\n```\n([\s\S]*?)```/gm)].map(
  ([, name = "", kind = "", prompt = ""]) => ({ name, kind, prompt }),
);
const [deterministic = "", checker = "", mixed = "", onTrivial = ""] = examples.map(({ prompt }) => prompt);

describe("the examples of docs/verification.md (R002-23)", () => {
  test("are four, and each is all that its name says", () => {
    expect(examples.map(({ name }) => name)).toEqual([
      "Deterministic",
      "Checker",
      "Mixed",
      "Explicit on a trivial prompt",
    ]);
    expect(blocksOf(page).filter((block) => /^\[acceptance\]$/m.test(block))).toHaveLength(examples.length);
    expect(parse(mixed).dods).toMatchObject([{ checks: [{}, {}], criteria: [expect.any(String)] }]);
  });

  test.each(examples)("$name is of the kind that it states", ({ kind, prompt }) => {
    const { dods, problems, notes } = parse(prompt);
    expect({ problems, notes }).toEqual({ problems: [], notes: [] });
    expect(dods.map(kindOf)).toEqual([kind]);
  });

  test("the last one would be skipped without its block, and is judged with it (R002-31, R002-32)", () => {
    const prompt = onTrivial.slice(0, onTrivial.indexOf("[acceptance]"));
    expect(isTrivial({ prompt, readOnlyAgent: true, fastTier: false })).toBe(true);
    expect(decideOn([inferDod(prompt, {})])).toEqual({ verify: false, because: "trivial" });
    expect(decideOn(parse(onTrivial).dods)).toEqual({ verify: true });
  });
});

function decideOn(dods: readonly Dod[]) {
  const reading = { status: "unreadable", message: "" } as const;
  return decide({ dods, trivial: true, wiring: "task", reading, require: "whenDoDPresent" });
}

describe("the categories of docs/verification.md (R002-26, R002-27)", () => {
  const everything: ProjectHints = { test: "npm test", build: "npm run build", lint: "npm run lint" };
  const categories = rowsUnder("category", page).map(([name = "", words = "", gets = "", example = ""]) => ({
    name,
    words: words.replace(/ \(.*\)$/, "").split(", "),
    kinds: codeIn(gets).filter((code) => !code.includes("=")),
    options: codeIn(gets).filter((code) => code.includes("=")),
    prompt: codeIn(example)[0] ?? "",
  }));

  test("are all there", () => {
    expect(categories.map(({ name }) => name)).toEqual(["bugfix", "refactor", "writeFile", "impl", "test", "unknown"]);
  });

  test.each(categories)("$name: $prompt", ({ name, words, kinds, options: flags, prompt }) => {
    if (name !== "unknown") expect(words.map((word) => categoryOf(word, true))).toEqual(words.map(() => name));
    expect(categoryOf(prompt, true)).toBe(name);
    const { checks, criteria } = inferDod(prompt, everything);
    expect(checks.map(({ kind }) => kind)).toEqual(kinds);
    expect(criteria).toEqual(kinds.length > 0 ? [] : [prompt]);
    expect(flags).toEqual(checks.flatMap((check) => ("changed" in check ? [`changed=${check.changed}`] : [])));
    if (flags.length === 0) expect(inferDod(prompt, {}).criteria).toEqual([prompt]);
  });

  test("a criterion and a trivial prompt are as long as it says", () => {
    const [, criterion] = /first line, cut to (\d+) characters/.exec(text) ?? [];
    expect(inferDod("x".repeat(999), {}).criteria[0]).toHaveLength(Number(criterion));
    const most = Number(/at most (\d+) characters, begins/.exec(text)?.[1]);
    const isTrivialAt = (length: number) =>
      isTrivial({ prompt: `Find ${"x".repeat(length - 5)}`, readOnlyAgent: true, fastTier: false });
    expect([isTrivialAt(most), isTrivialAt(most + 1)]).toEqual([true, false]);
  });
});

test("the notes of docs/verification.md are the gate's own", async () => {
  const producer = { model: { providerID: "anthropic", modelID: "claude-sonnet-5" } };
  const verdicts = await Promise.all([
    judge({ prompt: mixed }),
    judge({
      prompt: checker,
      actors: [producer],
      grade: { outcome: "pass", reasons: ["a:1", "b:1"], model: "anthropic/claude-sonnet-5" },
    }),
    judge({
      prompt: deterministic,
      results: [
        {
          outcome: "fail",
          reason: { code: "exited", exitCode: 1 },
          output: "AssertionError: expected 28, got 29\n",
          durationMs: 12_300,
        },
      ],
    }),
    judge({
      prompt: '[acceptance]\ncheck: run command="node smoke.js"\ncheck: fileExists path=smoke.js\n[/acceptance]',
      results: [{ outcome: "error", reason: { code: "denied", permission: "bash", pattern: "node smoke.js" } }],
    }),
  ]);
  const { problems } = parse("Fix the date parser.\n\n[acceptance]\ncheck: tetsPass\n[/acceptance]");
  expect(blocksOf(page).filter((block) => block.startsWith("[dod-gate"))).toEqual([
    ...verdicts.map((verdict) => renderNote(verdict, "ses_…")),
    renderRefusal(problems),
  ]);
});

describe("the first lines of docs/verification.md", () => {
  const rows = rowsUnder("outcome", page).flatMap(([outcome = "", says = ""]) =>
    codeIn(says).map((code) => ({ outcome, says: code })),
  );
  const beginnings = rows.filter(({ says }) => says.startsWith("[dod-gate"));
  const causes = rows.filter(({ outcome }) => outcome === "fail" || outcome === "error");

  test.each(Object.entries(verdictOf))("%s", async (_, make) => {
    const verdict = await make();
    const [first = ""] = renderNote(verdict, "ses_producer").split("\n");
    const beginning = beginnings.find(({ outcome }) => outcome === `\`${verdict.outcome}\``)?.says ?? "missing";
    const matching = causes.filter(({ says }) => first.startsWith(`${beginning} ${says}`));
    expect(matching).toMatchObject([{ outcome: verdict.outcome }]);
  });

  test("are those of the causes that there are, and no others", () => {
    expect(causes).toHaveLength(Object.keys(verdictOf).length);
    expect(beginnings[0]?.says).toBe("[dod-gate ✓ accepted: …]");
  });
});

test("docs/verification.md tells every note", () => {
  const at = { line: 3, column: 1 };
  const notes: Record<VerdictNote["code"], VerdictNote[]> = {
    block: [{ code: "block", note: { code: "orphanOpenTag", at, tag: "[acceptance]" } }],
    criteriaNotGraded: [{ code: "criteriaNotGraded", count: 2 }],
    attributionUnknown: [{ code: "attributionUnknown" }],
    skipped: [
      { code: "skipped", because: "trivial" },
      { code: "skipped", because: "nothingChanged" },
    ],
    sameModel: [{ code: "sameModel", model: "p/m" }],
    integrityUnchecked: [{ code: "integrityUnchecked", why: { code: "noRepository" } }],
    oraclesTouched: [{ code: "oraclesTouched", touched: [{ path: "a.test.js", status: "modified", why: "test" }] }],
    editsAllowed: [{ code: "editsAllowed", paths: ["a.test.js"] }],
    oracles: [{ code: "oracles", note: { code: "newScript", script: "test" } }],
    leftByChecks: [{ code: "leftByChecks", paths: ["report.xml"] }],
    copyLeft: [{ code: "copyLeft", path: "/data/copy", message: "EACCES" }],
    planChanged: [{ code: "planChanged", path: "PLAN.md", step: "3" }],
    configFile: [
      { code: "configFile", note: { code: "edited", file: ".opencode/dod-gate.jsonc" } },
      { code: "configFile", note: { code: "overruled", file: ".opencode/dod-gate.jsonc" } },
    ],
    notPinned: [{ code: "notPinned" }],
  };
  const told = codeIn(text).filter((code) => code.length > 5);
  for (const note of describeNotes({ notes: Object.values(notes).flat(), checks: [] })) {
    expect([note, told.some((code) => note.startsWith(code))]).toEqual([note, true]);
  }
});
