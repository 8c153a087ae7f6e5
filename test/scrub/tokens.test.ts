import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scrub } from "../../src/scrub/scrub.ts";
import { marked, prefixed } from "../../src/scrub/tokens.ts";
import { tokens } from "./secrets.ts";

describe("a token that is known by its form", () => {
  test.each(tokens)("is replaced by the name of its kind: %s %#", (label, secret) => {
    expect(scrub(secret)).toBe(`[redacted: ${label}]`);
    expect(scrub(`It said ${secret}, then stopped.`)).toBe(`It said [redacted: ${label}], then stopped.`);
  });

  test.each(tokens)("is found in quotes, brackets, JSON, addresses and escapes: %s %#", (label, secret) => {
    const hidden = `[redacted: ${label}]`;
    expect(scrub(`{"output":"first\\n${secret}\\nlast"}`)).toBe(`{"output":"first\\n${hidden}\\nlast"}`);
    expect(scrub(`['${secret}']`)).toBe(`['${hidden}']`);
    expect(scrub(`(${secret})`)).toBe(`(${hidden})`);
    expect(scrub(`x%3D${secret}`)).toBe(`x%3D${hidden}`);
    expect(scrub(`first\n${secret}\nlast`)).toBe(`first\n${hidden}\nlast`);
    expect(scrub(`https://example.com/?q=${secret}&page=2`)).toBe(`https://example.com/?q=${hidden}&page=2`);
    expect(scrub(`GITHUB_TOKEN=${secret}`)).toBe(`GITHUB_TOKEN=${hidden}`);
  });

  test("has an example for every row of the table", () => {
    const labels = new Set([...prefixed, ...marked].map(([label]) => label));
    const shown = new Set(tokens.map(([label]) => label));
    expect([...labels].filter((label) => !shown.has(label))).toEqual([]);
  });

  test.each(prefixed)("may be any that the row allows: %s %#", (_label, _documentedBy, prefixes, rest) => {
    const body = fc.stringMatching(new RegExp(`^(?:${withoutLookarounds(rest.source)})$`));
    fc.assert(
      fc.property(fc.constantFrom(...prefixes.split(" ")), body, (prefix, drawn) => {
        fc.pre(rest.flags === "y" && matchesWhole(rest, drawn));
        expect(scrub(`was: ${prefix}${drawn} now`)).not.toContain(drawn);
      }),
      { numRuns: 20 },
    );
  });

  test("is left alone inside a word, where it is another thing's end", () => {
    expect(scrub("task-0123456789abcdef01234567")).toBe("task-0123456789abcdef01234567");
    expect(scrub("the flask_0123456789abcdef0123456789abcdef0123456789 one")).toContain("flask_0123");
  });
});

/** fast-check draws from patterns without them. */
function withoutLookarounds(source: string): string {
  return source.replace(/\(\?[=!](?:\[[^\]]*\]|\\.|[^()[\]])*\)/g, "");
}

function matchesWhole(pattern: RegExp, text: string): boolean {
  pattern.lastIndex = 0;
  return pattern.test(text) && pattern.lastIndex === text.length;
}
