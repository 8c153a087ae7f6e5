import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { overlap } from "../../src/checks/overlap.ts";
import { type Action, evaluate, matches, type Rule, strictest } from "../../src/checks/permission.ts";
import { restrict } from "../../src/checks/restrict.ts";

const rule = (permission: string, pattern: string, action: Action): Rule => ({ permission, pattern, action });

describe("what an agent may do that works for somebody else (R002-49)", () => {
  const general = [rule("*", "*", "allow"), rule("doom_loop", "*", "ask"), rule("todowrite", "*", "deny")];

  test("a denial of the caller's hides the tool from the producer", () => {
    const rules = [...general, ...restrict(general, [rule("*", "*", "allow"), rule("edit", "*", "deny")])];
    expect(evaluate(rules, "edit", "a.ts")).toBe("deny");
    expect(rules.findLast(({ permission }) => matches(permission, "edit"))).toEqual(rule("edit", "*", "deny"));
    expect(evaluate(rules, "bash", "ls")).toBe("allow");
    expect(evaluate(rules, "todowrite", "*")).toBe("deny");
  });

  test("a caller that may do little leaves its producer that little", () => {
    const caller = [rule("*", "*", "deny"), rule("read", "*", "allow"), rule("read", "*.env", "ask")];
    const rules = [...general, ...restrict(general, caller)];
    expect(evaluate(rules, "read", "a.ts")).toBe("allow");
    expect(evaluate(rules, "read", "x.env")).toBe("ask");
    expect(evaluate(rules, "bash", "ls")).toBe("deny");
    expect(evaluate(rules, "task", "general")).toBe("deny");
  });

  test("what the caller has to ask for, its producer has to ask for", () => {
    const caller = [rule("*", "*", "allow"), rule("bash", "*", "ask"), rule("bash", "git status *", "allow")];
    const rules = [...general, ...restrict(general, caller)];
    expect(evaluate(rules, "bash", "rm -r x")).toBe("ask");
    expect(evaluate(rules, "bash", "git status")).toBe("allow");
  });

  test("what the producer's own agent may not do stays so", () => {
    const explore = [rule("*", "*", "deny"), rule("grep", "*", "allow"), rule("bash", "ls *", "allow")];
    const rules = [...explore, ...restrict(explore, general)];
    expect(evaluate(rules, "edit", "a")).toBe("deny");
    expect(evaluate(rules, "bash", "ls -l")).toBe("allow");
    expect(evaluate(rules, "bash", "rm x")).toBe("deny");
  });

  const names = fc.constantFrom("*", "edit", "bash", "e*", "*t", "read");
  const patterns = fc.oneof(
    fc.constantFrom("*", "a", "ab", "a *", "a b *", "a*", "*b", "*.env", "?", "a?*"),
    fc.string({ unit: fc.constantFrom("a", "b", " ", "*", "?", "/", "\\"), maxLength: 6 }),
  );
  const rules = fc.array(
    fc.record({
      permission: names,
      pattern: patterns,
      action: fc.constantFrom<Action>("allow", "ask", "deny"),
    }),
    { maxLength: 6 },
  );
  const request = fc.record({
    permission: fc.constantFrom("edit", "bash", "read", "exit", "x"),
    text: fc.string({ unit: fc.constantFrom("a", "b", " ", "/", "\\", "."), maxLength: 6 }),
  });

  it("is never more than either may", () => {
    fc.assert(
      fc.property(rules, rules, request, (own, others, { permission, text }) => {
        const together = evaluate([...own, ...restrict(own, others)], permission, text);
        for (const side of [own, others]) {
          const alone = evaluate(side, permission, text);
          expect(strictest(alone, together)).toBe(together);
        }
      }),
      { numRuns: 5_000 },
    );
  });

  it("is exactly what both may where the patterns can be told apart", () => {
    const plain = fc.constantFrom("*", "a", "ab", "a *", "a*", "ab*", "b*");
    const simple = fc.array(
      fc.record({
        permission: fc.constantFrom("*", "edit", "bash"),
        pattern: plain,
        action: fc.constantFrom<Action>("allow", "ask", "deny"),
      }),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(simple, simple, request, (own, others, { permission, text }) => {
        const together = evaluate([...own, ...restrict(own, others)], permission, text);
        expect(together).toBe(strictest(evaluate(own, permission, text), evaluate(others, permission, text)));
      }),
      { numRuns: 5_000 },
    );
  });

  it("takes no more rules than there are pairs of patterns", () => {
    const many = Array.from({ length: 40 }, (_, index) => rule("bash", `tool-${index} *`, "ask"));
    expect(restrict(many, many).length).toBeLessThan(100);
  });
});

describe("what two wildcards have in common", () => {
  test.each([
    ["*", "a*", "a*"],
    ["git *", "git push *", "git push *"],
    ["git *", "git", "git"],
    ["a", "a", "a"],
  ])("%j and %j: %j", (one, other, pattern) => {
    expect(overlap(one, other)).toEqual({ kind: "pattern", pattern });
    expect(overlap(other, one)).toEqual({ kind: "pattern", pattern });
  });

  test.each([
    ["a", "b"],
    ["git *", "npm *"],
    ["*.env", "*.md"],
    ["git push *", "git"],
  ])("%j and %j: nothing", (one, other) => {
    expect(overlap(one, other)).toEqual({ kind: "none" });
  });

  test("what one wildcard can't tell is unclear", () => {
    expect(overlap("a*", "*b")).toEqual({ kind: "unclear" });
  });
});
