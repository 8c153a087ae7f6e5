import { expect, test } from "vitest";
import type { Check } from "../../src/dod/dod.ts";
import { parse } from "../../src/dod/parse.ts";
import { print, printCheck } from "../../src/dod/print.ts";

const at = { line: 1, column: 1 };

test("a DoD is printed as its block: deliverable, checks, criteria", () => {
  const { dods } = parse(
    "[dod]\ncriteria: One\n  and two.\n- check: testsPass   command='npm  t'\nDELIVERABLE: a\n[/dod]",
  );
  expect(dods.map(print)).toEqual([
    '[acceptance]\ndeliverable: a\ncheck: testsPass command="npm  t"\ncriteria: One and two.\n[/acceptance]\n',
  ]);
});

test.each<[Check, string]>([
  [{ kind: "testsPass", at }, "check: testsPass"],
  [
    { kind: "run", at, allowEdit: "test/**", failToPass: true, expect: 'a "b"\\', command: "node a.js" },
    'check: run command="node a.js" expect="a \\"b\\"\\\\" failToPass=true allowEdit="test/**"',
  ],
  [{ kind: "fileExists", at, path: "src/a.ts", changed: true }, "check: fileExists path=src/a.ts changed=true"],
  [{ kind: "fileContains", at, path: "a b", text: "{" }, 'check: fileContains path="a b" text="{"'],
  [{ kind: "schemaMatch", at, path: "a", schema: '{"a": "}"}' }, 'check: schemaMatch path=a schema={"a": "}"}'],
  [{ kind: "schemaMatch", at, path: "a", schema: "{} " }, 'check: schemaMatch path=a schema="{} "'],
])("a check is printed with its keys in order, quoted where needed: %j", (check, line) => {
  expect(printCheck(check)).toBe(line);
});

test("a line break, which no block can hold, is printed as a space", () => {
  const checks: Check[] = [{ kind: "run", at, command: "a\r\nb" }];
  const printed = print({ source: "inferred", at, checks, criteria: ["One\n[/acceptance]\n[acceptance]"] });
  expect(parse(printed)).toMatchObject({
    dods: [{ checks: [{ command: "a b" }], criteria: ["One [/acceptance] [acceptance]"] }],
    problems: [],
  });
});
