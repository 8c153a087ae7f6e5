import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { presetInForce } from "../../../src/config/presets.ts";
import { load, projectFile } from "../../config/support.ts";
import { inTemporary } from "../../support/temporary.ts";
import { oneModelForAllTiers, withFile } from "./repoint.ts";

test("every tier becomes the one model, without a variant (R002-6)", async () => {
  const text = oneModelForAllTiers("opencode-go/qwen3.7-plus");
  const preset = JSON.parse(text).presets.smoke as Record<string, unknown>;
  expect(Object.values(preset)).toEqual(Array(3).fill({ model: "opencode-go/qwen3.7-plus", variant: "" }));
  const { config, problems } = await load({ [projectFile]: text });
  expect(problems).toEqual([]);
  const tier = { model: "opencode-go/qwen3.7-plus", variant: "" };
  expect(presetInForce(config)).toEqual({ fast: tier, medium: tier, heavy: tier });
});

describe("a file that is written for a while (R002-6)", () => {
  test("is gone afterwards, where there was none", () =>
    inTemporary(async (directory) => {
      const path = join(directory, "sub/dod-gate.jsonc");
      expect(await withFile(path, "new", async () => readFileSync(path, "utf8"))).toBe("new");
      expect(existsSync(path)).toBe(false);
    }));

  test.each([
    ["the work ends", async () => undefined],
    ["the work throws", () => Promise.reject(new Error("down"))],
  ])("is what it was, when %s", (_, work: () => Promise<unknown>) =>
    inTemporary(async (directory) => {
      const path = join(directory, "dod-gate.jsonc");
      writeFileSync(path, "old");
      await Promise.allSettled([withFile(path, "new", work)]);
      expect(readFileSync(path, "utf8")).toBe("old");
    }),
  );

  test("is gone also when the work throws, and the error comes through", () =>
    inTemporary(async (directory) => {
      const path = join(directory, "dod-gate.jsonc");
      await expect(withFile(path, "new", () => Promise.reject(new Error("down")))).rejects.toThrow("down");
      expect(existsSync(path)).toBe(false);
    }));
});
