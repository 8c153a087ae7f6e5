import { describe, expect, it, test } from "vitest";
import { runCheck } from "../../src/checks/registry.ts";
import type { MemoryEntry } from "../support/memory-files.ts";
import { check, contextOf } from "./check-context.ts";

async function validate(schema: unknown, instance: unknown) {
  const entries = { "/code/app/data.json": JSON.stringify(instance) };
  const text = typeof schema === "string" ? schema : JSON.stringify(schema);
  return runCheck(check({ kind: "schemaMatch", path: "data.json", schema: text }), contextOf(entries));
}

async function match(path: string, schema: string, entries: Record<string, MemoryEntry>) {
  return runCheck(check({ kind: "schemaMatch", path, schema }), contextOf(entries));
}

const person = {
  type: "object",
  properties: { name: { type: "string", minLength: 1 }, age: { type: "integer" } },
  required: ["name"],
  additionalProperties: false,
};

describe("schemaMatch (R002-14, R002-17)", () => {
  it("passes where the file validates, against an inline schema or a file's", async () => {
    expect(await validate(person, { name: "Ada" })).toEqual({ outcome: "pass" });
    const entries = { "/code/app/a.json": '{"name":"Ada"}', "/code/app/schemas/p.json": JSON.stringify(person) };
    expect(await match("a.json", "schemas/p.json", entries)).toEqual({ outcome: "pass" });
    expect(await match("a.json", "/code/app/schemas/p.json", entries)).toEqual({ outcome: "pass" });
  });

  it("says where the file doesn't fit, all at once", async () => {
    expect(await validate(person, { name: "", age: 1.5, extra: 1 })).toEqual({
      outcome: "fail",
      reason: {
        code: "schemaMismatch",
        target: { path: "data.json", base: "/code/app" },
        mismatches: expect.arrayContaining([
          'the whole document must NOT have additional properties: "extra"',
          "/name must NOT have fewer than 1 characters",
          "/age must be integer",
        ]),
      },
    });
  });

  it("names ten places at most, each shortly", async () => {
    const finding = await validate(
      { items: { type: "string" }, maxItems: 1 },
      Array.from({ length: 500 }, () => 1),
    );
    if (finding.outcome !== "fail" || finding.reason.code !== "schemaMismatch") throw new Error("it must not match");
    expect(finding.reason.mismatches).toHaveLength(11);
    expect(finding.reason.mismatches.at(-1)).toBe("and 491 more");
    const long = await validate({ required: ["x".repeat(5000)] }, {});
    if (long.outcome !== "fail" || long.reason.code !== "schemaMismatch") throw new Error("it must not match");
    expect(long.reason.mismatches[0]?.length).toBeLessThanOrEqual(200);
  });

  test.each<[string, MemoryEntry | undefined, object]>([
    ["is missing", undefined, { outcome: "fail", reason: { code: "fileMissing" } }],
    ["is a directory", { kind: "directory" }, { outcome: "fail", reason: { code: "notAFile" } }],
    ["is a pipe", { kind: "fifo" }, { outcome: "fail", reason: { code: "notAFile" } }],
    ["is no JSON", "{ nonsense", { outcome: "fail", reason: { code: "notJson" } }],
    ["is empty", "", { outcome: "fail", reason: { code: "notJson" } }],
    ["can't be read", { content: "", unreadable: "EACCES" }, { outcome: "error", reason: { code: "unreadable" } }],
    [
      "is too large",
      new Uint8Array(16 * 1024 * 1024 + 1),
      { outcome: "error", reason: { code: "tooLarge", limit: 16 * 1024 * 1024 } },
    ],
  ])("a file that %s", async (_, entry, finding) => {
    const entries: Record<string, MemoryEntry> = entry === undefined ? {} : { "/code/app/a.json": entry };
    expect(await match("a.json", '{"type":"object"}', entries)).toMatchObject(finding);
  });

  test.each<[string, string, Record<string, MemoryEntry>]>([
    ["missing", "s.json", {}],
    ["a directory", "s", { "/code/app/s/x": "" }],
    ["no JSON", "s.json", { "/code/app/s.json": "x" }],
    ["too large", "s.json", { "/code/app/s.json": `"${"x".repeat(600_000)}"` }],
    ["a boolean, which says nothing", "s.json", { "/code/app/s.json": "true" }],
  ])("a schema file that is %s is unusable, and named", async (_, schema, entries) => {
    expect(await match("a.json", schema, { "/code/app/a.json": "{}", ...entries })).toMatchObject({
      outcome: "error",
      reason: { code: "schemaUnusable", target: { path: schema, base: "/code/app" } },
    });
  });

  it("reads a schema under the same rules as any path", async () => {
    expect(await match("a.json", "../s.json", { "/code/s.json": "{}" })).toMatchObject({
      reason: { code: "pathEscapes" },
    });
    const context = contextOf({ "/etc/s.json": "{}" }, { permissions: { decide: async () => "deny" } });
    const outside = check({ kind: "schemaMatch", path: "a.json", schema: "/etc/s.json" });
    expect(await runCheck(outside, context)).toMatchObject({ reason: { code: "denied", pattern: "/etc/*" } });
  });
});

describe("the drafts of JSON Schema", () => {
  test.each([
    [
      "http://json-schema.org/draft-07/schema#",
      { items: [{ type: "string" }], additionalItems: false },
      ["a"],
      ["a", 1],
    ],
    [
      "https://json-schema.org/draft/2019-09/schema",
      { $defs: { n: { type: "number" } }, items: { $ref: "#/$defs/n" } },
      [1],
      ["a"],
    ],
    [
      "https://json-schema.org/draft/2020-12/schema",
      { prefixItems: [{ type: "string" }], items: false },
      ["a"],
      ["a", 1],
    ],
    [undefined, { $defs: { n: { type: "number" } }, prefixItems: [{ $ref: "#/$defs/n" }] }, [1], ["a"]],
  ])("%s", async ($schema, rest, good, bad) => {
    const schema = $schema === undefined ? rest : { $schema, ...rest };
    expect(await validate(schema, good)).toEqual({ outcome: "pass" });
    expect(await validate(schema, bad)).toMatchObject({ outcome: "fail", reason: { code: "schemaMismatch" } });
  });

  it("know references to themselves", async () => {
    const tree = { type: "object", properties: { v: { type: "number" }, c: { items: { $ref: "#" } } } };
    expect(await validate(tree, { c: [{ c: [{ v: 1 }] }] })).toEqual({ outcome: "pass" });
    expect(await validate(tree, { c: [{ c: [{ v: "1" }] }] })).toMatchObject({
      reason: { code: "schemaMismatch", mismatches: ["/c/0/c/0/v must be number"] },
    });
  });

  test.each<[string, unknown, unknown, unknown]>([
    ["format", { format: "date" }, "2024-02-29", "2023-02-29"],
    ["format", { format: "date-time" }, "2024-02-29T12:00:00Z", "2024-02-29"],
    ["format", { format: "email" }, "a.b@example.com", "a@b@"],
    ["format", { format: "uri" }, "https://example.com/x?y#z", "no uri"],
    ["format", { format: "uuid" }, "123e4567-e89b-12d3-a456-426614174000", "123"],
    ["format", { format: "ipv4" }, "127.0.0.1", "127.0.0.256"],
    ["format", { format: "ipv6" }, "::1", "::g"],
    ["format", { format: "hostname" }, "a-b.example", "-a"],
    ["format", { format: "time" }, "12:00:00+01:00", "25:00:00Z"],
    ["format", { format: "regex" }, "^a+$", "("],
    ["format", { format: "json-pointer" }, "/a~1b/0", "a"],
    [
      "uniqueItems",
      { uniqueItems: true },
      [{ a: 1, b: 2 }, { a: 2, b: 1 }, 1, "1"],
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
    ],
    ["required", { required: ["constructor"] }, { constructor: 1 }, {}],
    ["pattern", { pattern: "^[\\w-]+\\.ts$" }, "a-b.ts", "a.ts\n"],
    ["pattern", { pattern: "b" }, "abc", "ac"],
    ["patternProperties", { patternProperties: { "^x-": { type: "number" } } }, { "x-a": 1 }, { "x-a": "1" }],
    ["const", { const: { a: [1] } }, { a: [1] }, { a: [2] }],
    [
      "unevaluatedProperties",
      { allOf: [{ properties: { a: true } }], unevaluatedProperties: false },
      { a: 1 },
      { b: 1 },
    ],
  ])("%s: %j", async (_, schema, good, bad) => {
    expect(await validate(schema, good)).toEqual({ outcome: "pass" });
    expect(await validate(schema, bad)).toMatchObject({ outcome: "fail", reason: { code: "schemaMismatch" } });
  });
});

describe("a schema that can't be used is an error and never a pass", () => {
  test.each<[string, unknown]>([
    ["an unknown keyword", { tpye: "object" }],
    ["an unknown keyword further down", { properties: { a: { requierd: ["x"] } } }],
    ["an unknown format", { format: "phone-number" }],
    ["a wrong value of a keyword", { type: "strnig" }],
    ["a remote reference", { $ref: "https://example.com/schema.json" }],
    ["a reference to nothing", { $ref: "#/$defs/none" }],
    ["an old draft", { $schema: "http://json-schema.org/draft-04/schema#" }],
    ["an unknown draft", { $schema: 7 }],
    ["a malformed pattern", { pattern: "(" }],
    ["a pattern with a lookahead", { pattern: "^(?!x)" }],
    ["a pattern with a backreference", { pattern: "(a)\\1" }],
    ["a pattern that repeats too often", { pattern: "((a{100}){100}){100}" }],
    ["an asynchronous schema", { $async: true, type: "object" }],
    ["a reference inside a constant", { const: { $ref: "#/const" } }],
    ["a name that is too long", { $id: `https://x/${"y".repeat(3000)}` }],
    ["no JSON", "{ nonsense }"],
    ["__proto__ in it", '{"properties":{"__proto__":{"type":"string"}}}'],
    ["__proto__ as a keyword", '{"__proto__":{"type":"string"}}'],
    ["deep nesting", `${'{"not":'.repeat(20_000)}{}${"}".repeat(20_000)}`],
    ["more than is read", JSON.stringify({ description: "x".repeat(600_000) })],
  ])("%s", async (_, schema) => {
    expect(await validate(schema, {})).toMatchObject({ outcome: "error", reason: { code: "schemaUnusable" } });
  });

  it("is not executed, whatever its names say", async () => {
    const evil = 'globalThis.wasExecuted=1;/*"]*/`${globalThis.wasExecuted=1}`//';
    const schema = {
      $id: `*/${encodeURIComponent(evil)}/*`,
      properties: { [evil]: { const: evil, title: evil } },
      required: [evil],
    };
    await validate(schema, { [evil]: evil });
    await validate({ ...schema, $id: "*/;globalThis.wasExecuted=1;/*" }, { [evil]: 1 });
    expect(globalThis).not.toHaveProperty("wasExecuted");
  });
});

describe("validation that would never end (attack 9)", () => {
  const nested = (depth: number): unknown => {
    let value: unknown = { leaf: 1 };
    for (let level = 0; level < depth; level++) value = { n: value };
    return value;
  };
  const twice = (name: string) => ({ properties: { n: { $ref: "#/$defs/a" } }, required: [name] });
  const doubling: Record<string, unknown> = { d0: { type: "object" } };
  for (let level = 1; level <= 60; level++) {
    const below = { $ref: `#/$defs/d${level - 1}` };
    doubling[`d${level}`] = { allOf: [below, below] };
  }

  test.each<[string, unknown, unknown]>([
    ["two ways at every level", { $defs: { a: { anyOf: [twice("x"), twice("y")] } }, $ref: "#/$defs/a" }, nested(60)],
    ["references that double", { $defs: doubling, $ref: "#/$defs/d60" }, {}],
    ["a reference to itself", { $ref: "#" }, {}],
    ["twice a reference to itself", { allOf: [{ $ref: "#" }, { $ref: "#" }] }, {}],
    [
      "references into annotations",
      { $ref: "#/default", default: { anyOf: [{ $ref: "#/default" }, { $ref: "#/default" }] } },
      {},
    ],
    [
      "an expensive pattern on a long text",
      { items: { pattern: "([a-z]{1,500}[0-9]){1,2}$" } },
      ["x".repeat(5_000_000)],
    ],
    [
      "many patterns on long texts",
      { items: { pattern: "([a-z]{1,500}[0-9]){1,2}$|x$" } },
      Array.from({ length: 200 }, () => "x".repeat(50_000)),
    ],
    [
      "many keywords on a long text",
      { allOf: Array.from({ length: 1500 }, () => ({ minLength: 3 })) },
      "é".repeat(4_000_000),
    ],
  ])("%s: it is given up", { timeout: 20_000 }, async (_, schema, instance) => {
    expect(await validate(schema, instance)).toMatchObject({ outcome: "error", reason: { code: "schemaUnusable" } });
  });

  it("a very deep instance: it is given up", async () => {
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    expect(await match("a.json", '{"items":{"$ref":"#"}}', { "/code/app/a.json": deep })).toMatchObject({
      outcome: "error",
    });
  });

  test.each<[string, unknown, unknown, string]>([
    ["a pattern that backtracking would never match", { pattern: "^(a+)+$" }, `${"a".repeat(100_000)}b`, "fail"],
    [
      "a pattern beside a property",
      { properties: { aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa: true }, patternProperties: { "^(a+)+b$": true } },
      {},
      "pass",
    ],
    [
      "very many items",
      { items: { $ref: "#/$defs/i" }, $defs: { i: { type: "object" } } },
      Array.from({ length: 200_000 }, () => ({})),
      "pass",
    ],
    ["very many different items", { uniqueItems: true }, Array.from({ length: 100_000 }, (__, a) => ({ a })), "pass"],
    [
      "a deep instance that a person could have",
      { items: { $ref: "#" } },
      JSON.parse(`${"[".repeat(1000)}${"]".repeat(1000)}`),
      "pass",
    ],
  ])("%s takes no time to speak of", { timeout: 20_000 }, async (_, schema, instance, outcome) => {
    expect(await validate(schema, instance)).toMatchObject({ outcome });
  });
});
