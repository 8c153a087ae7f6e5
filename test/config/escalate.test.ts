import { describe, expect, test } from "vitest";
import { defaults } from "../../src/config/defaults.ts";
import { globalFile, load, projectFile, setting } from "./support.ts";

const withCeiling = (multiple: unknown) => setting("escalate", "costCeiling", { multiple });

async function faultsOf(escalate: string) {
  const { config, problems } = await load({ [projectFile]: `{ "escalate": ${escalate} }` });
  if (problems.length > 0) expect(config).toEqual(defaults);
  return problems.map(({ file: _, ...problem }) => problem);
}

test("by default work climbs from fast to heavy, once each, within four attempts and thirty times the cost", async () => {
  const { config, problems } = await load({});
  expect({ escalate: config.escalate, problems }).toEqual({
    escalate: {
      ladder: ["fast", "medium", "heavy"],
      maxAttemptsPerTier: 1,
      maxTotalAttempts: 4,
      costCeiling: { multiple: 30 },
    },
    problems: [],
  });
});

describe("an option of escalate takes", () => {
  test.each<[option: string, value: unknown]>([
    ["ladder", ["fast"]],
    ["ladder", ["heavy"]],
    ["ladder", ["fast", "heavy"]],
    ["ladder", ["fast", "medium", "heavy"]],
    ["maxAttemptsPerTier", 1],
    ["maxAttemptsPerTier", 5],
    ["maxTotalAttempts", 1],
    ["maxTotalAttempts", 10],
    ["costCeiling", { multiple: 1 }],
    ["costCeiling", { multiple: 2.5 }],
    ["costCeiling", { multiple: 1e6 }],
    ["floorTier", "fast"],
    ["floorTier", "medium"],
    ["floorTier", "heavy"],
  ])("%s: %j", async (option, value) => {
    const { config, problems } = await load(setting("escalate", option, value));
    expect({ escalate: config.escalate, problems }).toEqual({
      escalate: { ...defaults.escalate, [option]: value },
      problems: [],
    });
  });
});

const oneOf = { kind: "oneOf", values: ["fast", "medium", "heavy"] };
const ladder = { kind: "ladder" };
const perTier = { kind: "attempts", most: 5 };
const inAll = { kind: "attempts", most: 10 };
const multiple = { kind: "multiple" };

describe("an option of escalate refuses, and nothing of its layer counts", () => {
  test.each<[path: string, value: unknown, code: string, expected: unknown]>([
    ["ladder", [], "badValue", ladder],
    ["ladder", ["heavy", "fast"], "badValue", ladder],
    ["ladder", ["fast", "fast"], "badValue", ladder],
    ["ladder", ["fast", "heavy", "medium"], "badValue", ladder],
    ["ladder", "fast", "wrongType", ladder],
    ["ladder", null, "wrongType", ladder],
    ["ladder", { 0: "fast" }, "wrongType", ladder],
    ["maxAttemptsPerTier", 0, "badValue", perTier],
    ["maxAttemptsPerTier", 6, "badValue", perTier],
    ["maxAttemptsPerTier", 1.5, "badValue", perTier],
    ["maxAttemptsPerTier", "2", "wrongType", perTier],
    ["maxTotalAttempts", 0, "badValue", inAll],
    ["maxTotalAttempts", -1, "badValue", inAll],
    ["maxTotalAttempts", 11, "badValue", inAll],
    ["maxTotalAttempts", null, "wrongType", inAll],
    ["costCeiling", 30, "wrongType", { kind: "section" }],
    ["floorTier", "Heavy", "badValue", oneOf],
    ["floorTier", null, "wrongType", oneOf],
  ])("%s: %j", async (option, got, code, expected) => {
    const { config, problems } = await load(setting("escalate", option, got));
    expect(problems).toEqual([expect.objectContaining({ path: `escalate.${option}`, code, expected, got })]);
    expect(config).toEqual(defaults);
  });

  test.each([0, 0.99, -1, "30", null, true])("costCeiling.multiple: %j", async (got) => {
    const { config, problems } = await load(withCeiling(got));
    const code = typeof got === "number" ? "badValue" : "wrongType";
    expect(problems).toEqual([
      expect.objectContaining({ path: "escalate.costCeiling.multiple", code, expected: multiple, got }),
    ]);
    expect(config).toEqual(defaults);
  });

  test.each(["1e999", "-1e999"])("an endless ceiling: %s", async (literal) => {
    expect(await faultsOf(`{ "costCeiling": { "multiple": ${literal} } }`)).toEqual([
      expect.objectContaining({ path: "escalate.costCeiling.multiple", code: "badValue", expected: multiple }),
    ]);
  });
});

test("each tier of a ladder that is none is a problem of its own, at its own place", async () => {
  expect(await faultsOf('{ "ladder": ["fast", "medum", 3] }')).toEqual([
    { path: "escalate.ladder[1]", code: "badValue", expected: oneOf, got: "medum", line: 1, column: 36 },
    { path: "escalate.ladder[2]", code: "wrongType", expected: oneOf, got: 3, line: 1, column: 45 },
  ]);
});

describe("an unknown key is told with the one that was meant", () => {
  test.each<[text: string, path: string, key: string, suggestion: string]>([
    ['{ "escalate": { "ladders": ["fast"] } }', "escalate", "ladders", "ladder"],
    ['{ "escalate": { "maxAttemptPerTier": 1 } }', "escalate", "maxAttemptPerTier", "maxAttemptsPerTier"],
    ['{ "escalate": { "costCeiling": { "multipel": 3 } } }', "escalate.costCeiling", "multipel", "multiple"],
    ['{ "escalate": { "multiple": 3 } }', "escalate", "multiple", "escalate.costCeiling.multiple"],
    ['{ "floorTier": "fast" }', "", "floorTier", "escalate.floorTier"],
    ['{ "verify": { "costCeiling": {} } }', "verify", "costCeiling", "escalate.costCeiling"],
    ['{ "escalat": {} }', "", "escalat", "escalate"],
  ])("%s", async (text, path, key, suggestion) => {
    const { problems } = await load({ [projectFile]: text });
    expect(problems).toEqual([
      expect.objectContaining({ code: "unknownKey", path, key, suggestion, line: 1, column: text.indexOf(key) }),
    ]);
  });

  test("also where a whole section stands in another one", async () => {
    const { problems } = await load({ [projectFile]: '{ "escalate": { "commands": {} } }' });
    expect(problems).toEqual([
      expect.objectContaining({ code: "topLevelKey", path: "escalate", key: "commands", line: 1, column: 17 }),
    ]);
  });
});

test("a stronger layer overrides single settings, and a ladder as a whole", async () => {
  const { config } = await load(
    {
      [globalFile]: '{ "escalate": { "ladder": ["fast", "medium"], "costCeiling": {} } }',
      [projectFile]: '{ "escalate": { "ladder": ["medium", "heavy"], "floorTier": "medium" } }',
    },
    { options: { escalate: { maxTotalAttempts: 2, costCeiling: { multiple: 5 } } } },
  );
  expect(config.escalate).toEqual({
    ladder: ["medium", "heavy"],
    maxAttemptsPerTier: 1,
    maxTotalAttempts: 2,
    costCeiling: { multiple: 5 },
    floorTier: "medium",
  });
});
