import { expect, test } from "vitest";
import { findStrayCheck } from "../../src/dod/stray-check.ts";

test.each<[text: string, line: number | undefined]>([
  ["check: testsPass", 1],
  ["Do it.\r\n\r\n  - [ ] Check: run command=x", 3],
  ["```\ncheck: testsPass\n```\n1. check: lintClean", 4],
  ["~~~md\n```\ncheck: testsPass", undefined],
  ["Please check: testsPass", undefined],
  ["check: that the tests pass", undefined],
  ["check: tests", undefined],
  ["criteria: none", undefined],
  ["", undefined],
])("a check in a text that has no block: %j", (text, line) => {
  expect(findStrayCheck(text)?.line).toBe(line);
});
