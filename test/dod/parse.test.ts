import { describe, expect, test } from "vitest";
import { kindOf } from "../../src/dod/dod.ts";
import { type CheckKey, isCheckKey, kindNames, requiredKeysOf } from "../../src/dod/kinds.ts";
import { parse } from "../../src/dod/parse.ts";

function parseBlock(...lines: readonly string[]) {
  const { dods, problems, notes } = parse(["[acceptance]", ...lines, "[/acceptance]"].join("\n"));
  const [dod] = dods;
  if (dod === undefined || dods.length > 1) throw new Error(`${dods.length} blocks`);
  return { dod, codes: problems.map(({ code }) => code), problems, notes };
}

/** A value that each key accepts. */
const sample: Record<CheckKey, string> = {
  command: '"npm run x"',
  expect: "ok",
  failToPass: "true",
  allowEdit: "test/**",
  path: "a/b.json",
  changed: "true",
  text: "'a b'",
  schema: '{"type":"object"}',
};

describe("a block", () => {
  test.each(["[acceptance]\n%\n[/acceptance]", "[dod]\n%\n[/dod]"])("R002-9: is read between its tags: %j", (text) => {
    const { dods, problems, notes } = parse(text.replace("%", "check: testsPass"));
    expect(dods).toMatchObject([{ source: "explicit", checks: [{ kind: "testsPass" }] }]);
    expect([...problems, ...notes]).toEqual([]);
  });

  test.each([
    "[acceptance]\ncheck: testsPass\n",
    "check: testsPass\n[/acceptance]",
    "[dod]\ncheck: testsPass\n[/acceptance]",
  ])("R002-9: that misses a tag is ignored, with a note: %j", (text) => {
    const { dods, problems, notes } = parse(text);
    expect(dods).toEqual([]);
    expect(problems).toEqual([]);
    expect(notes.length).toBeGreaterThan(0);
  });

  test("R002-10: keeps the order of its checks", () => {
    const { dod } = parseBlock("check: lintClean", "check: run command=b", "check: testsPass", "check: run command=a");
    expect(dod.checks).toMatchObject([
      { kind: "lintClean" },
      { kind: "run", command: "b" },
      { kind: "testsPass" },
      { kind: "run", command: "a" },
    ]);
  });

  test("R002-11: holds any number of criteria and ignores empty ones", () => {
    const { dod, codes } = parseBlock("criteria: One.", "criteria:", "criteria: Two.", "criteria: One.");
    expect(dod.criteria).toEqual(["One.", "Two.", "One."]);
    expect(codes).toEqual([]);
  });

  test("R002-12: has the last of its deliverables", () => {
    expect(parseBlock("deliverable: a", "check: testsPass", "deliverable: b").dod.deliverable).toBe("b");
  });

  test("R002-13: is of the kind that follows from what it holds, whatever it says", () => {
    const { dod, notes } = parseBlock("kind: checker", "check: testsPass");
    expect(kindOf(dod)).toBe("deterministic");
    expect(notes).toEqual([]);
  });

  test.each([
    ["deterministic", ["check: testsPass"]],
    ["deterministic", ["check: testsPass", "criteria: One."]],
    ["checker", ["criteria: One."]],
    ["none", ["deliverable: a"]],
    ["none", []],
  ] as const)("R002-21: is %s when it holds %j", (kind, lines) => {
    expect(kindOf(parseBlock(...lines).dod)).toBe(kind);
  });

  test.each([[], ["just prose"], ["criteria:"], ["kind: deterministic"], ["deliverable: a"]])(
    "R002-22: with neither a check nor a criterion is a problem: %j",
    (...lines) => {
      expect(parseBlock(...lines).codes).toEqual(["emptyBlock"]);
    },
  );

  test("R002-24: that is mixed is deterministic, and a second one of criteria is judged by itself", () => {
    const { dods } = parse("[dod]\ncheck: testsPass\ncriteria: One.\n[/dod]\n[dod]\ncriteria: One.\n[/dod]");
    expect(dods.map(kindOf)).toEqual(["deterministic", "checker"]);
  });

  test("is of the source that it is said to be of", () => {
    expect(parse("[dod]\ncheck: testsPass\n[/dod]", "annotation").dods).toMatchObject([{ source: "annotation" }]);
  });

  test("with one typo among five good checks has a problem", () => {
    const good = ["check: testsPass", "check: lintClean", "check: buildPasses", "check: run command=a"];
    expect(parseBlock(...good, "check: fileExsts path=a").codes).toEqual(["unknownKind"]);
  });

  test("may hold 64 KiB", () => {
    const line = "criteria: One.\n";
    const fits = line + "x".repeat(64 * 1024 - line.length - 1);
    expect(parseBlock(fits).codes).toEqual([]);
    expect(parseBlock(`${fits}x`)).toMatchObject({ codes: ["blockTooLarge"], dod: { checks: [], criteria: [] } });
  });
});

describe("a check", () => {
  test.each(kindNames)("R002-14: %s compiles with the keys it requires", (kind) => {
    const keys = requiredKeysOf(kind);
    const { dod, codes } = parseBlock(`check: ${kind} ${keys.map((key) => `${key}=${sample[key]}`).join(" ")}`);
    expect(codes).toEqual([]);
    expect(dod.checks.map((check) => Object.keys(check).filter(isCheckKey))).toEqual([keys]);
  });

  test.each(kindNames.flatMap((kind) => requiredKeysOf(kind).map((key) => [kind, key] as const)))(
    "R002-14: %s without %s is a problem",
    (kind, missing) => {
      const keys = requiredKeysOf(kind).filter((key) => key !== missing);
      const { dod, problems } = parseBlock(`check: ${kind} ${keys.map((key) => `${key}=${sample[key]}`).join(" ")}`);
      expect(problems).toEqual([{ at: { line: 2, column: 8 }, code: "missingKey", kind, key: missing }]);
      expect(dod.checks).toEqual([]);
    },
  );

  test.each([
    ["inline", '{"a": "}"}', '{"a": "}"}'],
    ["inline in quotes", "'{}'", "{}"],
    ["a path", "schemas/a.json", "schemas/a.json"],
  ])("R002-17: takes a schema that is %s", (_, written, schema) => {
    expect(parseBlock(`check: schemaMatch path=a schema=${written}`).dod.checks).toMatchObject([{ schema }]);
  });

  test("of a deeply nested schema is read without recursion", () => {
    const depth = 10_000;
    const schema = `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
    const { dod, codes } = parseBlock(`check: schemaMatch path=a schema=${schema}`);
    expect(codes.length === 0 ? dod.checks : codes).toEqual(
      codes.length === 0 ? [expect.objectContaining({ schema })] : ["invalidSchema"],
    );
  });

  test.each(["changed=false", "changed=true changed=false"])("leaves out a flag that is false: %s", (flags) => {
    expect(parseBlock(`check: fileExists path=a ${flags}`).dod.checks).toEqual([
      { kind: "fileExists", at: { line: 2, column: 1 }, path: "a" },
    ]);
  });

  test.each(["__proto__", "constructor", "toString", "hasOwnProperty"])("knows no key or kind %s", (word) => {
    expect(parseBlock(`check: testsPass ${word}=a`, `check: ${word}`).codes).toEqual(["unknownKey", "unknownKind"]);
  });
});

test.each([undefined, null, 5, {}, ["[dod]\ncheck: testsPass\n[/dod]"]])(
  "what is no text holds nothing: %j",
  (text) => {
    expect(parse(text as unknown as string)).toEqual({ dods: [], problems: [], notes: [] });
  },
);
