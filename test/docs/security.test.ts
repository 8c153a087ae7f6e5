import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readPage, root, rowsUnder } from "./page.ts";

const titles = readdirSync(new URL("test/", root), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts") && !path.startsWith("docs"))
  .map((path) => readPage(`test/${path}`))
  .join("\n");
const rows = rowsUnder("no.", readPage("docs/security.md")).map(([number = "", attack = "", outcome = ""]) => ({
  number: Number(number),
  attack,
  outcome,
}));
const met = rows.filter(({ outcome }) => !outcome.startsWith("*"));

describe("the attacks of docs/security.md", () => {
  test("are numbered without a gap, and most of them are met", () => {
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1));
    expect(met.length).toBeGreaterThan(15);
  });

  test.each(met)("no. $number is met, and a test shows it: $attack", ({ number }) => {
    expect(titles).toMatch(new RegExp(`attack ${number}\\b`));
  });
});

test.each(["README.md", "docs/security.md", "docs/verification.md"])(
  "%s says that the gate is no sandbox (R001-26)",
  (name) => {
    expect(readPage(name)).toMatch(/no sandbox/i);
  },
);
