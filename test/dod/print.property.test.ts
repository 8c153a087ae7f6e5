import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Check, Dod } from "../../src/dod/dod.ts";
import { parse } from "../../src/dod/parse.ts";
import { print } from "../../src/dod/print.ts";
import { blockShaped } from "./block-shaped.ts";

const character = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(..."ab ./\"'\\{}=:`") },
  { weight: 1, arbitrary: fc.string({ unit: "binary", minLength: 1, maxLength: 1 }) },
);
const value = fc
  .array(character, { minLength: 1, maxLength: 12 })
  .map((characters) => characters.join("").replaceAll(/[\r\n]/g, ""))
  .filter((text) => text !== "");
const words = value.filter((text) => /[a-z]/.test(text));
const path = words.filter((text) => !text.includes(".."));
const schema = fc.oneof(
  path.filter((text) => !text.startsWith("{")),
  fc.dictionary(value, fc.jsonValue({ maxDepth: 2 })).map((object) => JSON.stringify(object)),
);
const sentence = words
  .map((text) => text.replaceAll(/^[ \t]+|[ \t]+$/g, ""))
  .filter((text) => !/\\[nr]|[\v\f\u0085\u2028\u2029]/.test(text));

const at = fc.constant({ line: 1, column: 1 });
const failToPass = fc.constant(true as const);
const changed = fc.constant(true as const);
const anyCheck: fc.Arbitrary<Check> = fc.oneof(
  fc.record(
    { kind: fc.constant("run" as const), at, command: words, expect: value, failToPass, allowEdit: words },
    { requiredKeys: ["kind", "at", "command"] },
  ),
  fc.record(
    {
      kind: fc.constantFrom("testsPass", "buildPasses", "lintClean"),
      at,
      command: words,
      failToPass,
      allowEdit: words,
    },
    { requiredKeys: ["kind", "at"] },
  ),
  fc.record({ kind: fc.constant("fileExists" as const), at, path, changed }, { requiredKeys: ["kind", "at", "path"] }),
  fc.record({ kind: fc.constant("fileContains" as const), at, path, text: value }),
  fc.record({ kind: fc.constant("schemaMatch" as const), at, path, schema }),
);
const anyDod: fc.Arbitrary<Dod> = fc
  .record(
    {
      source: fc.constantFrom("explicit", "annotation", "inferred"),
      at,
      deliverable: sentence,
      checks: fc.array(anyCheck, { maxLength: 4 }),
      criteria: fc.array(sentence, { maxLength: 4 }),
    },
    { requiredKeys: ["source", "at", "checks", "criteria"] },
  )
  .filter(({ checks, criteria }) => checks.length + criteria.length > 0);

describe("print", () => {
  test("writes what parse reads back, places aside", () => {
    fc.assert(
      fc.property(anyDod, (original) => {
        const { dods, problems, notes } = parse(print(original), original.source);
        expect([...problems, ...notes]).toEqual([]);
        expect(dods.map(withoutPlaces)).toEqual([original]);
      }),
      { numRuns: 500 },
    );
  });

  test("writes the same again of what was read from it", () => {
    fc.assert(
      fc.property(anyDod, (original) => {
        const printed = print(original);
        expect(parse(printed).dods.map(print)).toEqual([printed]);
      }),
    );
  });

  test("writes what was read from any text so that it is read the same", () => {
    fc.assert(
      fc.property(blockShaped, (text) => {
        for (const read of parse(`[dod]\n${text}\n[/dod]`).dods) {
          expect(parse(print(read)).dods.map(withoutPlaces)).toEqual([withoutPlaces(read)]);
        }
      }),
      { numRuns: 500 },
    );
  });
});

function withoutPlaces(read: Dod): Dod {
  const nowhere = { line: 1, column: 1 };
  return { ...read, at: nowhere, checks: read.checks.map((check) => ({ ...check, at: nowhere })) };
}
