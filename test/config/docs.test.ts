import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { withTables } from "../../scripts/reference.ts";
import { options } from "../../src/config/options.ts";
import { shippedPresets } from "../../src/config/shipped-presets.ts";
import { load, projectFile } from "./support.ts";

const page = readFileSync(new URL("../../docs/config.md", import.meta.url), "utf8");

test("docs/config.md describes the options as the schema has them; `npm run docs` brings it up to date (R002-67)", () => {
  expect(page).toBe(withTables(page));
  for (const { name } of options) expect(page).toContain(`| \`${name}\` |`);
  for (const name of Object.keys(shippedPresets)) expect(page).toContain(`| \`${name}\` |`);
});

test("every example in docs/config.md is a sound configuration", async () => {
  const examples = [...page.matchAll(/```jsonc\n(?<text>\/\/ \S*dod-gate\.jsonc\n[^`]*)```/g)].map(
    ({ groups }) => groups?.text ?? "",
  );
  expect(examples.length).toBeGreaterThan(2);
  for (const example of examples) expect((await load({ [projectFile]: example })).problems).toEqual([]);
});
