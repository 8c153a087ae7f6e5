import { expect, test } from "vitest";
import type { Dod, ProjectCheck } from "../../src/dod/dod.ts";
import { cover } from "../../src/wiring/cover.ts";
import { memoryFiles } from "../support/memory-files.ts";

const at = { line: 1, column: 1 };
const dods: Dod[] = [{ at, source: "explicit", checks: [], criteria: ["One."] }];
const check: ProjectCheck = {
  ...{ kind: "projectCheck", at, criterion: "One.", command: "npm test" },
  ...{ home: "/code/app", directory: "/code/app", oraclePaths: [] },
};
const files = memoryFiles({
  "/code/app/packages/a/x": "",
  "/code/app/trees/one/.git": "gitdir: /code/app/.git/worktrees/one",
  "/code/app/vendor/lib/.git/HEAD": "",
  "/code/app/vendor/lib/src/x": "",
  "/code/app2/x": "",
  "/link": { link: "/code/app/packages" },
  "/code/app/out": { link: "/code/app2" },
});

test.each<[directory: string | undefined, isCovered: boolean]>([
  [undefined, true],
  ["/code/app", true],
  ["/code/app/packages/a", true],
  ["/link/a", true],
  ["/code/app2", false],
  ["/code", false],
  ["/code/app/out", false],
  ["/code/app/trees/one", false],
  ["/code/app/vendor/lib/src", false],
])("work that is judged in %s has its criteria covered: %s", async (directory, isCovered) => {
  const parts = { projectChecks: [check], files, place: { base: "/code/app", platform: "linux" } } as const;
  const [dod] = await cover(dods, directory, parts);
  expect(dod?.criteria).toEqual(isCovered ? [] : ["One."]);
  expect(dod?.covered?.length ?? 0).toBe(isCovered ? 1 : 0);
});
