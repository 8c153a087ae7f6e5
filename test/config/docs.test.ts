import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { withOptionTable } from "../../scripts/option-table.ts";
import { options } from "../../src/config/options.ts";
import { load, projectFile } from "./support.ts";

const page = readFileSync(new URL("../../docs/config.md", import.meta.url), "utf8");

test("docs/config.md describes the options as the schema has them; `npm run docs` brings it up to date (R002-67)", () => {
  expect(page).toBe(withOptionTable(page));
  for (const { name } of options) expect(page).toContain(`| \`${name}\` |`);
});

test("every example in docs/config.md is a sound configuration", async () => {
  const examples = [...page.matchAll(/```jsonc\n(?<text>\/\/ \S*dod-gate\.jsonc\n[^`]*)```/g)].map(
    ({ groups }) => groups?.text ?? "",
  );
  expect(examples.length).toBeGreaterThan(1);
  for (const example of examples) expect((await load({ [projectFile]: example })).problems).toEqual([]);
});
