import { describe, expect, test } from "vitest";
import { defaults } from "../../src/config/defaults.ts";
import { presetInForce } from "../../src/config/presets.ts";
import { shippedPresets } from "../../src/config/shipped-presets.ts";
import { globalFile, load, projectFile } from "./support.ts";

const tier = { model: "a/b" };
const team = {
  fast: tier,
  medium: { model: "a/c/d", variant: "", costRatio: 0.5 },
  heavy: { ...tier, variant: "high" },
};
const shipped = ["inherit", "anthropic", "openai", "google", "opencode-go"];

async function problemsOf(layer: unknown) {
  const { config, problems } = await load({ [projectFile]: JSON.stringify(layer) });
  if (problems.length > 0) expect(config).toEqual(defaults);
  return problems.map(({ file: _, ...problem }) => problem);
}

describe("the preset in force", () => {
  test("is none by default: every tier is the caller's own model", async () => {
    expect(presetInForce((await load({})).config)).toBeUndefined();
  });

  test.each(Object.entries(shippedPresets))("may be the shipped one named %s", async (name, preset) => {
    const { config, problems } = await load({ [projectFile]: JSON.stringify({ activePreset: name }) });
    expect(problems).toEqual([]);
    expect(presetInForce(config)).toEqual(preset);
  });

  test.each(["team", "anthropic", "constructor", "to-string", "7"])("may be one's own, named %s", async (name) => {
    const { config, problems } = await load({
      [projectFile]: JSON.stringify({ presets: { [name]: team }, activePreset: name }),
    });
    expect(problems).toEqual([]);
    expect(presetInForce(config)).toEqual(team);
  });

  test("may be chosen in any layer, whichever layer has it", async () => {
    const { config, problems } = await load(
      { [globalFile]: JSON.stringify({ presets: { team } }), [projectFile]: "{}" },
      { options: { activePreset: "team" } },
    );
    expect(problems).toEqual([]);
    expect(presetInForce(config)).toEqual(team);
  });

  test("may be given up again by a stronger layer", async () => {
    const { config } = await load({
      [globalFile]: '{ "activePreset": "anthropic" }',
      [projectFile]: '{ "activePreset": "inherit" }',
    });
    expect(presetInForce(config)).toBeUndefined();
  });

  test("is none where the layer that has it is wrong: that is the problem, and not the choice of it", async () => {
    const { config, problems } = await load(
      { [projectFile]: JSON.stringify({ presets: { team }, verify: 1 }) },
      { options: { activePreset: "team" } },
    );
    expect(problems).toEqual([expect.objectContaining({ path: "verify", code: "wrongType" })]);
    expect(presetInForce(config)).toBeUndefined();
  });

  test.each(["toString", "constructor", "__proto__"])("is none where it would be %s", (activePreset) => {
    expect(presetInForce({ presets: {}, activePreset })).toBeUndefined();
  });
});

test("a preset replaces the one of the same name in a weaker layer as a whole, and leaves others alone", async () => {
  const other = { fast: tier, medium: tier, heavy: tier };
  const { config } = await load({
    [globalFile]: JSON.stringify({ presets: { team, spare: team } }),
    [projectFile]: JSON.stringify({ presets: { team: other } }),
  });
  expect(config.presets).toEqual({ team: other, spare: team });
});

describe("a preset that isn't there", () => {
  test.each<[name: string, suggestion: string | undefined]>([
    ["antropic", "anthropic"],
    ["OpenAI", "openai"],
    ["opencode", "opencode-go"],
    ["inherited", "inherit"],
    ["teem", "team"],
    ["mistral", undefined],
    ["", undefined],
    ["toString", undefined],
  ])("%j is a located problem, with the one that was meant", async (name, suggestion) => {
    const text = `{\n  "presets": { "team": ${JSON.stringify(team)} },\n  "activePreset": ${JSON.stringify(name)}\n}`;
    const { config, problems } = await load({ [projectFile]: text });
    const hint = suggestion === undefined ? {} : { suggestion };
    const place = { file: ".opencode/dod-gate.jsonc", path: "activePreset", line: 3, column: 19 };
    expect(problems).toEqual([{ ...place, code: "unknownPreset", name, ...hint, known: [...shipped, "team"] }]);
    expect(config).toEqual(defaults);
  });

  test("is a problem in the plugin's options too, and in a layer that a stronger one overrides", async () => {
    const { problems } = await load(
      { [projectFile]: '{ "activePreset": "anthropic" }' },
      { options: { activePreset: "x" } },
    );
    expect(problems).toEqual([
      { file: "plugin options", path: "activePreset", code: "unknownPreset", name: "x", known: shipped },
    ]);
  });

  test("comes along with the other problems of its layer, in the order of the text", async () => {
    const text = '{ "activePreset": "x", "verify": { "preflight": 1 }, "presets": { "A": 1 }, }';
    const { problems } = await load({ [projectFile]: text });
    expect(problems.map(({ code, path }) => `${code} ${path}`)).toEqual([
      "unknownPreset activePreset",
      "wrongType verify.preflight",
      "refusedPresetName presets",
      "wrongType presets.A",
    ]);
  });
});

test.each([null, 1, [], {}, false])("activePreset can't be %j", async (activePreset) => {
  expect(await problemsOf({ activePreset })).toEqual([
    expect.objectContaining({ path: "activePreset", code: "wrongType", expected: { kind: "text" } }),
  ]);
});

describe("the name of a preset", () => {
  test.each(["inherit", "Team", "my team", "a_b", "a.b", "", "tëam", "__proto__", "a\n"])(
    "can't be %j",
    async (name) => {
      const text = `{ "presets": { ${JSON.stringify(name)}: ${JSON.stringify(team)} } }`;
      const { config, problems } = await load({ [projectFile]: text });
      const reason = name === "inherit" ? "reserved" : "characters";
      expect(problems).toEqual([
        expect.objectContaining({ path: "presets", line: 1, column: 16, code: "refusedPresetName", key: name, reason }),
      ]);
      expect(config).toEqual(defaults);
    },
  );

  test("stands in one file only once", async () => {
    const { problems } = await load({ [projectFile]: `{ "presets": { "a": ${JSON.stringify(team)}, "a": 1 } }` });
    expect(problems).toEqual([expect.objectContaining({ path: "presets", code: "duplicateKey", key: "a" })]);
  });
});

describe("a preset is refused", () => {
  test.each([null, 1, "anthropic", []])("where all of them are %j", async (presets) => {
    expect(await problemsOf({ presets })).toEqual([
      expect.objectContaining({ path: "presets", code: "wrongType", expected: { kind: "presets" }, got: presets }),
    ]);
  });

  test.each([null, 1, "anthropic", [team]])("where it is %j", async (preset) => {
    expect(await problemsOf({ presets: { team: preset } })).toEqual([
      expect.objectContaining({ path: "presets.team", code: "wrongType", expected: { kind: "preset" }, got: preset }),
    ]);
  });

  test("without one of its tiers, or with a tier that doesn't exist", async () => {
    const { heavy, ...rest } = team;
    expect(await problemsOf({ presets: { team: { ...rest, heavi: heavy } } })).toEqual([
      { code: "missingKey", path: "presets.team", missing: "heavy", line: 1, column: 20 },
      expect.objectContaining({ code: "unknownKey", path: "presets.team", key: "heavi", suggestion: "heavy" }),
    ]);
  });

  test.each<[tier: unknown, path: string, fault: Record<string, unknown>]>([
    ["a/b", "", { code: "wrongType", expected: { kind: "tier" } }],
    [{}, "", { code: "missingKey", missing: "model" }],
    [{ modle: "a/b", model: "a/b" }, "", { code: "unknownKey", key: "modle", suggestion: "model" }],
    [{ model: "opus" }, ".model", { code: "badValue", expected: { kind: "model" } }],
    [{ model: "/opus" }, ".model", { code: "badValue" }],
    [{ model: "a/" }, ".model", { code: "badValue" }],
    [{ model: "a/b c" }, ".model", { code: "badValue" }],
    [{ model: " a/b" }, ".model", { code: "badValue" }],
    [{ model: 1 }, ".model", { code: "wrongType" }],
    [{ ...tier, variant: null }, ".variant", { code: "wrongType", expected: { kind: "text" } }],
    [{ ...tier, costRatio: 0 }, ".costRatio", { code: "badValue", expected: { kind: "ratio" } }],
    [{ ...tier, costRatio: -1 }, ".costRatio", { code: "badValue" }],
    [{ ...tier, costRatio: "3" }, ".costRatio", { code: "wrongType" }],
  ])("where a tier is %j", async (medium, path, fault) => {
    expect(await problemsOf({ presets: { team: { ...team, medium } } })).toEqual([
      expect.objectContaining({ path: `presets.team.medium${path}`, ...fault }),
    ]);
  });

  test("where a cost ratio is infinite", async () => {
    const text = JSON.stringify({ presets: { team } }).replace("0.5", "1e999");
    expect((await load({ [projectFile]: text })).problems).toEqual([
      expect.objectContaining({
        path: "presets.team.medium.costRatio",
        code: "badValue",
        got: Number.POSITIVE_INFINITY,
      }),
    ]);
  });
});
