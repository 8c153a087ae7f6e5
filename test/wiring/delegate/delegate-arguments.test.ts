import { describe, expect, test } from "vitest";
import { readArguments } from "../../../src/wiring/delegate/delegate-arguments.ts";

const codesOf = (args: unknown) => readArguments(args).problems.map(({ code }) => code);

describe("the arguments of `delegate`, which the host hands over unchecked", () => {
  test("all of them", () => {
    const args = {
      prompt: "Do it.",
      description: "A thing",
      tier: "medium",
      agent: "build",
      acceptance: "check: testsPass",
      cwd: "pkg",
    };
    expect(readArguments(args)).toEqual({ request: args, problems: [] });
  });

  test("the optional ones are absent where they are null, undefined or empty", () => {
    const args = { prompt: "Do it.", description: null, tier: "", agent: undefined, cwd: "  " };
    expect(readArguments(args)).toEqual({ request: { prompt: "Do it." }, problems: [] });
  });

  test("but an empty `acceptance` is one that says nothing, not the absence of one (R002-49)", () => {
    expect(readArguments({ prompt: "Do it.", acceptance: "" }).request).toHaveProperty("acceptance", "");
    expect(readArguments({ prompt: "Do it.", acceptance: null }).request).not.toHaveProperty("acceptance");
  });

  test.each([undefined, null, 7, "text", [], () => 1])("%s is no arguments", (args) => {
    const codes = codesOf(args);
    expect(codes).toHaveLength(1);
    expect(["noArguments", "missing"]).toContain(codes[0]);
  });

  test("all problems come at once", () => {
    expect(codesOf({ tier: "big", cwd: 3, acceptence: "x" })).toEqual(["missing", "notText", "unknown", "unknownTier"]);
  });

  test("a name like a property that every object has is unknown all the same", () => {
    expect(codesOf(JSON.parse('{"prompt":"x","__proto__":"y","constructor":"z"}'))).toEqual(["unknown", "unknown"]);
  });
});
