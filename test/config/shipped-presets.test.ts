import { execFileSync } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { checkLayer } from "../../src/config/check-layer.ts";
import { shippedPresets } from "../../src/config/shipped-presets.ts";
import { isolatedEnvironment, opencodeBinary } from "../e2e/harness/host.ts";
import { inTemporary } from "../support/temporary.ts";

test("the shipped presets are sound", () => {
  const layer = { presets: shippedPresets };
  expect(checkLayer(layer, [])).toEqual({ layer });
  expect(Object.keys(shippedPresets)).toEqual(["anthropic", "openai", "google", "opencode-go"]);
});

interface HostModel {
  readonly cost: { readonly input: number; readonly output: number };
  readonly capabilities: { readonly toolcall: boolean };
}

describe("the shipped presets fit the pinned host", () => {
  let models: ReadonlyMap<string, HostModel>;

  beforeAll(async () => {
    models = await inTemporary(async (home) => bundledModels(home));
  }, 60_000);

  test.each(Object.entries(shippedPresets))("%s: it knows the models, and they can use tools", (name, preset) => {
    for (const { model } of Object.values(preset)) {
      expect(model).toMatch(new RegExp(`^${name}/`));
      expect({ model, tools: models.get(model)?.capabilities.toolcall }).toEqual({ model, tools: true });
    }
  });

  test.each(Object.entries(shippedPresets))("%s: the cost ratios are those of its prices", (_, preset) => {
    const { fast, medium, heavy } = preset;
    const ratios = [fast, medium, heavy].map(({ model }) => Math.round(priceOf(model) / priceOf(fast.model)));
    expect([fast, medium, heavy].map(({ costRatio }) => costRatio)).toEqual(ratios);
  });

  /** Dollars for three million tokens of input and one of output. */
  function priceOf(model: string): number {
    const { input = 0, output = 0 } = models.get(model)?.cost ?? {};
    return 3 * input + output;
  }
});

/** The models of the list that is built into the host, since it may fetch none. */
function bundledModels(home: string): Map<string, HostModel> {
  const keys = ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY", "OPENCODE_API_KEY"];
  const env = isolatedEnvironment(home, Object.fromEntries([...keys.map((key) => [key, "none"]), ["PWD", home]]));
  // Into a file: the host ends without waiting for a reader, and a socket would lose the rest.
  const list = join(home, "models.txt");
  const stdout = openSync(list, "w");
  try {
    execFileSync(opencodeBinary(), ["models", "--verbose"], { cwd: home, env, stdio: ["ignore", stdout, "inherit"] });
  } finally {
    closeSync(stdout);
  }
  const output = readFileSync(list, "utf8");
  const entries = [...output.matchAll(/^(?<name>\S+\/\S+)\n(?<facts>\{\n(?:[ ].*\n)+\})$/gm)];
  return new Map(entries.map(({ groups }) => [groups?.name ?? "", JSON.parse(groups?.facts ?? "") as HostModel]));
}
