import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parseCommand } from "../../src/checks/command.ts";
import { isCommandCheck } from "../../src/dod/dod.ts";
import { parse } from "../../src/dod/parse.ts";
import { lintPlan } from "../../src/dod/plan/plan-lint.ts";

const root = new URL("../../", import.meta.url);
const files = [".opencode/plan/", ".opencode/command/"].flatMap((folder) =>
  readdirSync(new URL(folder, root)).map((name) => `${folder}${name}`),
);

describe("this repository's own blocks", () => {
  test("are there", () => {
    expect(files.length).toBeGreaterThan(1);
  });

  test.each(files)("are sound, and run only scripts that there are: %s", (name) => {
    const { dods, problems, notes } = parse(readFileSync(new URL(name, root), "utf8"));
    expect({ problems, notes }).toEqual({ problems: [], notes: [] });
    expect(dods).not.toEqual([]);
    const commands = dods
      .flatMap((dod) => dod.checks)
      .flatMap((check) => (isCommandCheck(check) ? (check.command ?? "") : []));
    const { scripts } = JSON.parse(readFileSync(new URL("package.json", root), "utf8"));
    for (const command of commands) {
      expect(parseCommand(command, { allow: [], inlineEval: true })).toMatchObject({ ok: true });
      const [, script = "test"] = /^npm run (\S+)/.exec(command) ?? [];
      expect(scripts).toHaveProperty([script]);
    }
  });

  test("give every step of the plan one, by the rules for plans", async () => {
    const plan = readFileSync(new URL(".opencode/plan/first-release.md", root), "utf8");
    const { steps, problems, notes } = await lintPlan(plan);
    expect(steps.length).toBeGreaterThan(2);
    expect({ problems, notes }).toEqual({ problems: [], notes: [] });
  });
});
