import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { VerifyConfig } from "../../src/config/config.ts";
import { defaults } from "../../src/config/defaults.ts";
import { load, projectFile, setting } from "./support.ts";

async function faultsOf(text: string) {
  const { problems } = await load({ [projectFile]: text });
  return problems.map(({ file: _, ...problem }) => problem);
}

const timeBoxes = ["delegateTimeoutMs", "graderTimeoutMs", "gateBudgetMs", "checkTimeoutMs"] as const;
const unusableTimes = ["0", "-1", "1.5", "1e999", "-1e999", "86400001", '"10s"', '"1000"', "null", "true", "[1]", "{}"];

describe.each(timeBoxes)("the time-box %s", (option) => {
  test.each(unusableTimes)("refuses %s, and the default stays in force (R002-54)", async (literal) => {
    const { config, problems } = await load({ [projectFile]: `{ "verify": { "${option}": ${literal} } }` });
    expect(problems).toEqual([
      {
        file: ".opencode/dod-gate.jsonc",
        path: `verify.${option}`,
        line: 1,
        column: 19 + option.length,
        code: ["0", "-1", "1.5", "1e999", "-1e999", "86400001"].includes(literal) ? "badValue" : "wrongType",
        expected: { kind: "milliseconds", most: 86_400_000 },
        got: JSON.parse(literal),
      },
    ]);
    expect(config.verify[option]).toBe(defaults.verify[option]);
  });

  test.each([1, 86_400_000])("takes %d", async (value) => {
    expect((await load(setting("verify", option, value))).config.verify[option]).toBe(value);
  });
});

test.each(["whenDoDPresent", "never", "always"])("verify.require may be %s (R002-66)", async (value) => {
  const { config, problems } = await load(setting("verify", "require", value));
  expect({ value: config.verify.require, problems }).toEqual({ value, problems: [] });
});

test.each<[option: keyof VerifyConfig, value: unknown]>([
  ["requireExplicitDoD", true],
  ["graderPolicy", "atLeastProducerTier"],
  ["graderPolicy", "highestTier"],
  ["minGraderTier", "fast"],
  ["minGraderTier", "medium"],
  ["minGraderTier", "heavy"],
  ["graderTemperature", null],
  ["graderTemperature", 0],
  ["graderTemperature", 0.7],
  ["graderTemperature", 2],
])("verify.%s may be %j (R002-65)", async (option, value) => {
  const { config, problems } = await load(setting("verify", option, value));
  expect({ value: config.verify[option], problems }).toEqual({ value, problems: [] });
});

test.each<[section: string, option: string, value: unknown, code: string]>([
  ["verify", "require", "sometimes", "badValue"],
  ["verify", "require", "Always", "badValue"],
  ["verify", "require", true, "wrongType"],
  ["verify", "preflight", "off", "badValue"],
  ["verify", "preferDeterministic", "true", "wrongType"],
  ["verify", "preferDeterministic", 1, "wrongType"],
  ["verify", "requireExplicitDoD", "false", "wrongType"],
  ["verify", "requireExplicitDoD", null, "wrongType"],
  ["verify", "graderPolicy", "lowestTier", "badValue"],
  ["verify", "graderPolicy", 1, "wrongType"],
  ["verify", "minGraderTier", "Heavy", "badValue"],
  ["verify", "minGraderTier", null, "wrongType"],
  ["verify", "graderTemperature", -0.1, "badValue"],
  ["verify", "graderTemperature", 2.1, "badValue"],
  ["verify", "graderTemperature", "0", "wrongType"],
  ["verify", "graderTemperature", false, "wrongType"],
  ["commands", "test", " ", "badValue"],
  ["commands", "test", ["npm", "test"], "wrongType"],
  ["commands", "build", null, "wrongType"],
  ["commands", "lint", false, "wrongType"],
  ["commands", "allow", "make", "wrongType"],
  ["commands", "inlineEval", 0, "wrongType"],
])("%s.%s can't be %j", async (section, option, value, code) => {
  const { config, problems } = await load(setting(section, option, value));
  expect(problems).toEqual([expect.objectContaining({ path: `${section}.${option}`, code, got: value })]);
  expect(config).toEqual(defaults);
});

test("each program that can't be allowed is a problem of its own", async () => {
  const { problems } = await load(setting("commands", "allow", ["make", "bash", "./run", 7]));
  expect(problems).toEqual([
    expect.objectContaining({
      path: "commands.allow[1]",
      code: "refusedProgram",
      program: "bash",
      reason: "runsOthers",
    }),
    expect.objectContaining({ path: "commands.allow[2]", code: "refusedProgram", program: "./run", reason: "path" }),
    expect.objectContaining({ path: "commands.allow[3]", code: "wrongType", expected: { kind: "program" }, got: 7 }),
  ]);
});

describe("unknown keys", () => {
  test.each<[text: string, path: string, key: string, suggestion: string | undefined, column: number]>([
    ['{ "verify": { "checkTimeoutMS": 1 } }', "verify", "checkTimeoutMS", "checkTimeoutMs", 15],
    ['{ "Verify": {} }', "", "Verify", "verify", 3],
    ['{ "checkTimeoutMs": 1 }', "", "checkTimeoutMs", "verify.checkTimeoutMs", 3],
    ['{ "verify": { "allow": [] } }', "verify", "allow", "commands.allow", 15],
    ['{ "verify": {}, "nonsense": [{ "a": 1 }] }', "", "nonsense", undefined, 17],
    ['{ "__proto__": { "verify": { "require": "never" } } }', "", "__proto__", undefined, 3],
    ['{ "verify": { "__proto__": { "require": "never" } } }', "verify", "__proto__", undefined, 15],
    ['{ "graderPolicy": "highestTier" }', "", "graderPolicy", "verify.graderPolicy", 3],
    ['{ "verify": { "graderTemprature": 0 } }', "verify", "graderTemprature", "graderTemperature", 15],
    ['{ "preset": {} }', "", "preset", "presets", 3],
    ['{ "constructor": {} }', "", "constructor", undefined, 3],
  ])("%s is reported with the key that was meant", async (text, path, key, suggestion, column) => {
    const hint = suggestion === undefined ? {} : { suggestion };
    expect(await faultsOf(text)).toEqual([{ code: "unknownKey", path, key, ...hint, line: 1, column }]);
    expect(Object.prototype).not.toHaveProperty("verify");
  });

  test.each(["presets", "activePreset"])("%s in a section is told to belong to the top level", async (key) => {
    expect(await faultsOf(`{ "verify": { "${key}": 1 } }`)).toEqual([
      { code: "topLevelKey", path: "verify", key, line: 1, column: 15 },
    ]);
  });
});

describe("the text of a file", () => {
  test("may have comments, trailing commas and a byte order mark", async () => {
    const text = '\uFEFF// why\n{ /* here */ "verify": { "gateBudgetMs": 5, }, }\n';
    const { config, problems } = await load({ [projectFile]: text });
    expect({ value: config.verify.gateBudgetMs, problems }).toEqual({ value: 5, problems: [] });
  });

  test.each(["", " \n", "// nothing yet\n", "{}"])("may set nothing: %j", async (text) => {
    expect(await load({ [projectFile]: text })).toMatchObject({
      config: defaults,
      problems: [],
      sources: [".opencode/dod-gate.jsonc"],
    });
  });

  test.each([
    ["[]", []],
    ["null", null],
    ['"verify"', "verify"],
  ])("is an object, and not %s", async (text, got) => {
    const expected = { code: "wrongType", expected: { kind: "section" }, got };
    expect(await faultsOf(text)).toEqual([{ path: "", line: 1, column: 1, ...expected }]);
  });

  test.each<[text: string, errors: string[]]>([
    ['{ "verify": {} "commands": {} }', ["CommaExpected 1:16"]],
    ['{\n  "verify": {\r\n    "gateBudgetMs": 10s } }', ["InvalidSymbol 3:23"]],
    ['{ "verify": { "gateBudgetMs": 1', ["CloseBraceExpected 1:32"]],
    ['{ "verify": }', ["ValueExpected 1:13"]],
    [
      "{ 'verify': {} }",
      ["InvalidSymbol 1:3", "PropertyNameExpected 1:11", "ValueExpected 1:14", "EndOfFileExpected 1:16"],
    ],
    ["{} {}", ["EndOfFileExpected 1:4"]],
    ["/* open", ["UnexpectedEndOfComment 1:1"]],
  ])("is reported where it is no JSON: %j", async (text, errors) => {
    const found = (await faultsOf(text)).map((fault) =>
      "error" in fault ? `${fault.error} ${fault.line}:${fault.column}` : fault,
    );
    expect(found).toEqual(errors);
  });

  test("a syntax error hides no other problem, and all come in the order of the text", async () => {
    const text = '{\n  "verfy": {},\n  "verify": { "preflight": "no" }\n  "verify": {}\n}';
    const found = (await faultsOf(text)).map(({ code, line, column }) => `${code} ${line}:${column}`);
    expect(found).toEqual(["unknownKey 2:3", "badValue 3:28", "syntax 4:3", "duplicateKey 4:3"]);
  });

  test("may say nothing twice, not even in a section that isn't known", async () => {
    const text = '{ "verify": { "preflight": "warn", "preflight": "warn" }, "x": [{ "a": 1, "a": 2 }] }';
    expect(await faultsOf(text)).toEqual([
      { code: "duplicateKey", key: "preflight", path: "verify", line: 1, column: 36 },
      { code: "unknownKey", key: "x", path: "", line: 1, column: 59 },
      { code: "duplicateKey", key: "a", path: "x[0]", line: 1, column: 75 },
    ]);
  });

  test("may be nested as deeply as it likes without harm", async () => {
    expect(await faultsOf("[".repeat(200_000))).toEqual([
      { code: "tooNested", limit: 1000, path: "", line: 1, column: 1 },
    ]);
    expect(await faultsOf(`${"[".repeat(1000)}${"]".repeat(1000)}`)).toHaveLength(1);
  });

  test("is never an exception, whatever it is, and each problem points into it", async () => {
    const scraps = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      '"verify"',
      '"a"',
      "1e999",
      "true",
      "\\u00",
      "/*",
      "//",
      "\r",
      "\n",
    );
    const texts = fc.oneof(
      fc.string(),
      fc.json(),
      fc.array(scraps, { maxLength: 30 }).map((parts) => parts.join("")),
    );
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
        for (const { line = 1, column = 1 } of await faultsOf(text)) {
          const [pointedAt] = lines.slice(line - 1, line);
          expect(column).toBeLessThanOrEqual((pointedAt ?? "").length + 1);
          expect(line).toBeLessThanOrEqual(lines.length);
        }
      }),
    );
  });
});

test.each([null, 1, "on", [], [1]])("plugin options that are no object (%j) are a problem", async (options) => {
  const { problems } = await load({}, { options });
  expect(problems).toEqual([
    { file: "plugin options", path: "", code: "wrongType", expected: { kind: "section" }, got: options },
  ]);
});

describe("projectChecks", () => {
  const one = { criterion: "One.", command: "npm run one" };
  const two = { criterion: "Two.", command: "npm run two", cwd: "packages/a", oraclePaths: ["test/a.js", "./b.js"] };
  const checksOf = (...checks: object[]) => ({ [projectFile]: JSON.stringify({ projectChecks: checks }) });

  test("are taken as they are written (R001-8, R003-14)", async () => {
    const { config, problems } = await load(checksOf(one, two));
    expect({ checks: config.projectChecks, problems }).toEqual({ checks: [one, two], problems: [] });
  });

  test.each([
    "..",
    "../a",
    "a/../b",
    "a/..",
    "/",
    "/etc",
    "C:/a",
    "c:a",
    "a\\b",
    "\\\\host",
    "",
    " ",
    "a\u0000b",
    "a\nb",
  ])("refuse a path that could lead out of the project, or is none: %j (R001-9)", async (path) => {
    const [cwd, oracles] = [checksOf({ ...one, cwd: path }), checksOf({ ...one, oraclePaths: ["a", path] })];
    expect((await load(cwd)).problems).toMatchObject([{ code: "badValue", path: "projectChecks[0].cwd" }]);
    expect((await load(oracles)).problems).toMatchObject([
      { code: "badValue", path: "projectChecks[0].oraclePaths[1]" },
    ]);
  });

  test.each<[what: string, check: string, fault: object]>([
    ["no object", '"npm test"', { code: "wrongType", path: "projectChecks[0]" }],
    ["no command", '{ "criterion": "x" }', { code: "missingKey", missing: "command" }],
    ["a blank command", '{ "criterion": "x", "command": " " }', { code: "badValue", path: "projectChecks[0].command" }],
    ["no criterion", '{ "command": "x" }', { code: "missingKey", missing: "criterion" }],
    ["an invisible criterion", '{ "criterion": "\\u200b\\u00a0", "command": "x" }', { code: "badValue" }],
    [
      "a typo",
      '{ "criterion": "x", "command": "y", "oraclePath": [] }',
      { code: "unknownKey", suggestion: "oraclePaths" },
    ],
    ["a prototype", '{ "criterion": "x", "command": "y", "__proto__": {} }', { code: "unknownKey", key: "__proto__" }],
    ["one path", '{ "criterion": "x", "command": "y", "oraclePaths": "a" }', { code: "wrongType" }],
  ])("refuse %s", async (_, check, fault) => {
    expect(await faultsOf(`{ "projectChecks": [${check}] }`)).toMatchObject([{ ...fault, line: 1 }]);
  });

  test.each(["One.", " One. ", "\u00a0One."])("have no criterion twice: %j", async (criterion) => {
    const text = `{ "projectChecks": [\n${JSON.stringify(one)},\n${JSON.stringify({ ...one, criterion })}] }`;
    expect(await faultsOf(text)).toMatchObject([
      { code: "duplicateCriterion", path: "projectChecks[1].criterion", line: 3, criterion },
    ]);
  });

  test("may have criteria that are named like what every object has", async () => {
    const checks = ["__proto__", "constructor", "toString"].map((criterion) => ({ ...one, criterion }));
    const { config, problems } = await load(checksOf(...checks));
    expect({ checks: config.projectChecks, problems }).toEqual({ checks, problems: [] });
  });

  test("of a stronger layer take the place of all of a weaker one's", async () => {
    const options = { projectChecks: [one], requireProjectChecks: true };
    const { config } = await load(checksOf(two), { options });
    expect(config).toMatchObject({ projectChecks: [two], requireProjectChecks: true });
  });

  test("of the plugin's options are cloned: what becomes of them later changes nothing (R001-12)", async () => {
    const options = { projectChecks: [{ ...two, oraclePaths: ["a"] }] };
    const { config } = await load({}, { options });
    options.projectChecks[0]?.oraclePaths.push("b");
    Object.assign(options.projectChecks[0] ?? {}, { command: "npm run other" });
    expect(config.projectChecks).toMatchObject([{ command: "npm run two", oraclePaths: ["a"] }]);
  });
});

test.each(["off", "init.sh", "VERIFICATION.md", "auto"])("compat.verifyCommand may be %s", async (value) => {
  const { config, problems } = await load(setting("compat", "verifyCommand", value));
  expect({ value: config.compat.verifyCommand, problems }).toEqual({ value, problems: [] });
});
