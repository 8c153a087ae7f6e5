import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { type Action, evaluate, evaluateCommand, matches, type Rule } from "../../src/checks/permission.ts";

/** The host's own way, which may take exponential time: short texts only. */
function matchesAsHost(pattern: string, text: string): boolean {
  let source = pattern
    .replaceAll("\\", "/")
    .replace(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replace(/\*/g, ".*")
    .replace(/\?/g, ".");
  if (source.endsWith(" .*")) source = `${source.slice(0, -3)}( .*)?`;
  return new RegExp(`^${source}$`, "s").test(text.replaceAll("\\", "/"));
}

describe("the host's wildcards", () => {
  test.each([
    ["*", "anything / at\nall", true],
    ["git *", "git", true],
    ["git *", "git push", true],
    ["git *", "gitx", false],
    ["git*", "gitx", true],
    ["npm run ?", "npm run x", true],
    ["npm run ?", "npm run xy", false],
    ["/etc/*", "/etc/a/b", true],
    ["/etc/*", "/etcx", false],
    ["*.ts", "a/b.ts", true],
    ["*.ts", "a/bxts", false],
    ["a*b*c", "aXbYc", true],
    ["a*b*c", "acb", false],
    ["aa*a", "aa", false],
    ["", "", true],
    ["[3]", "3", false],
    ["NPM *", "npm test", false],
  ])("%j on %j: %s", (pattern, text, expected) => {
    expect(matches(pattern, text)).toBe(expected);
  });

  it("are what the host makes of them", () => {
    const characters = fc.string({
      unit: fc.constantFrom("a", "b", " ", "*", "?", "/", "\\", ".", "\n"),
      maxLength: 8,
    });
    fc.assert(
      fc.property(characters, characters, (pattern, text) => {
        expect(matches(pattern, text)).toBe(matchesAsHost(pattern, text));
      }),
      { numRuns: 3000 },
    );
  });

  it("take no time to speak of, whatever the pattern", () => {
    expect(matches("*a".repeat(200), `${"a".repeat(20_000)}b`)).toBe(false);
    expect(matches(`${"*?a".repeat(200)}c`, "a".repeat(20_000))).toBe(false);
  });
});

function rule(permission: string, pattern: string, action: Action): Rule {
  return { permission, pattern, action };
}

describe("evaluating rules", () => {
  it("takes the last rule that matches, and asks where none does", () => {
    const rules = [rule("bash", "*", "deny"), rule("bash", "npm *", "allow"), rule("bash", "npm publish*", "ask")];
    expect(evaluate(rules, "bash", "rm x")).toBe("deny");
    expect(evaluate(rules, "bash", "npm test")).toBe("allow");
    expect(evaluate(rules, "bash", "npm publish")).toBe("ask");
    expect(evaluate(rules, "edit", "x")).toBe("ask");
    expect(evaluate([], "bash", "npm test")).toBe("ask");
  });

  it("takes wildcards in the permission's name too", () => {
    expect(evaluate([rule("*", "*", "allow")], "external_directory", "/etc/*")).toBe("allow");
    expect(evaluate([rule("ba?h", "*", "deny")], "bash", "x")).toBe("deny");
  });

  test.each([
    ['"npm"  test', "deny"],
    ["npm   test", "deny"],
    ["npm 'test'", "deny"],
    ["npm run x", "allow"],
  ])("the command %j can't hide from a rule in quotes and spaces: %s (attack 20)", (text, action) => {
    expect(evaluateCommand([rule("bash", "*", "allow"), rule("bash", "npm test*", "deny")], text)).toBe(action);
  });

  it("judges a command that can't be split by its text alone", () => {
    expect(evaluateCommand([rule("bash", "*", "allow")], 'npm "')).toBe("allow");
    expect(evaluateCommand([rule("bash", "*", "allow")], "")).toBe("allow");
  });
});
