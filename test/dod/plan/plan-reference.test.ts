import { describe, expect, test } from "vitest";
import { findPlanReferences } from "../../../src/dod/plan/plan-reference.ts";

describe("a line of a prompt that names a plan's step (R002-30)", () => {
  test.each([
    ["plan: PLAN.md#3", "PLAN.md", "3"],
    ["  - **Plan:** docs/plan.md#Exact heading", "docs/plan.md", "Exact heading"],
    ["PLAN : PLAN.md # 3 ", "PLAN.md", "3"],
    ["plan: `PLAN.md#3`", "PLAN.md", "3"],
    ['plan: "my plan.md"#3', "my plan.md", "3"],
    ['plan: "my plan#3"', "my plan", "3"],
    ["plan: my plan.md#3", "my plan.md", "3"],
    ["plan: my%20plan.md#'A b'", "my%20plan.md", "A b"],
    ["plan: @PLAN.md#Use C# here", "PLAN.md", "Use C# here"],
    ["plan: ../x#1", "../x", "1"],
    ["plan: /etc/passwd#1", "/etc/passwd", "1"],
    ["plan: PLAN#3", "PLAN", "3"],
    ["plan: PLAN.md", "PLAN.md", ""],
    ["plan: PLAN.md#", "PLAN.md", ""],
  ])("%s", (line, path, step) => {
    expect(findPlanReferences(`Do it.\n${line}\nNow.`)).toMatchObject([
      { at: { line: 2 }, readings: [{ path, step }, ...others(line)] },
    ]);
  });

  test.each([
    "Plan: fix issue #3",
    "Plan: first the parser, then README.md",
    "Plan: C# first",
    "The plan: PLAN.md#3",
    "plans: PLAN.md#3",
    "plan PLAN.md#3",
    "plan:",
    "[dod]\nplan: PLAN.md#3\n[/dod]",
  ])("%s is none", (text) => {
    expect(findPlanReferences(text)).toEqual([]);
  });

  test("one in a fence or a quotation counts only where there is no other", () => {
    const shown = "```\nplan: A.md#1\n```\n> plan: B.md#2\n";
    const paths = (text: string) => findPlanReferences(text).map(({ readings }) => readings[0].path);
    expect(paths(shown)).toEqual(["A.md", "B.md"]);
    expect(paths(`${shown}plan: C.md#3`)).toEqual(["C.md"]);
  });

  test("a megabyte of them takes linear time", { retry: 2 }, () => {
    const start = performance.now();
    for (const unit of ["plan:", "plan: a.md#", "plan: a.md#1\n", "> ", "*plan*", "plan: #"])
      findPlanReferences(unit.repeat(80_000));
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});

/** Where a value holds more than one `#`, there is more than one way to read it. */
function others(line: string): unknown[] {
  return Array.from({ length: line.split("#").length - 2 }, () => expect.anything());
}
