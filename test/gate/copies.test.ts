import { expect, test } from "vitest";
import { Copies } from "../../src/gate/copies.ts";
import { memoryFiles } from "../support/memory-files.ts";
import { memoryRepository } from "../support/memory-repository.ts";

test.each<[string, number, boolean]>([
  ["after the copy was made is a check's own output", 60_000, true],
  ["with the copy is none", -60_000, false],
])("a file that was written %s", async (_, later, expected) => {
  const copies = new Copies(memoryRepository({}), []);
  await copies.of("{}", new AbortController().signal);
  const fact = { type: "file", size: 1, changedAt: Date.now() + later } as const;
  const files = {
    ...memoryFiles({}),
    stat: async (path: string) => (path === "/copies/1/runs.log" ? fact : undefined),
  };
  expect(await copies.wroteIn("runs.log", files)).toBe(expected);
  expect(await copies.wroteIn("other.log", files)).toBe(false);
});
