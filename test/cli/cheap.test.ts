import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const source = new URL("../../src/", import.meta.url);

test("help, the version and complaints about arguments load next to nothing", () => {
  const seen = new Set<string>();
  const libraries = new Set<string>();
  const visit = (file: URL): void => {
    if (seen.has(file.href)) return;
    seen.add(file.href);
    for (const specifier of importsOf(readFileSync(file, "utf8"))) {
      if (specifier.startsWith(".")) visit(new URL(specifier, file));
      else if (!specifier.startsWith("node:")) libraries.add(specifier);
    }
  };
  visit(new URL("cli/main.ts", source));
  visit(new URL("cli/run.ts", source));
  expect([...libraries].sort()).toEqual(["leven", "picocolors"]);
  expect(seen.size).toBeLessThan(25);
});

/** What a module loads at once: neither types nor what it imports when it needs it. */
function importsOf(text: string): string[] {
  const statements = text.matchAll(/^(?:import|export) (?!type )[^;]*?from "([^"]+)";/gm);
  return [...statements].map(([, specifier = ""]) => specifier);
}
