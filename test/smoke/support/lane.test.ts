import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import suite from "../../../vitest.config.ts";
import lane from "../../../vitest.smoke.config.ts";

const files = readdirSync(new URL("../", import.meta.url)).filter((name) => name.endsWith(".smoke.ts"));

test("the lane is two files, which run one after the other (R002-7)", () => {
  expect(files.toSorted()).toEqual(["accepted-delegate.smoke.ts", "lying-task.smoke.ts"]);
  expect(lane.test).toMatchObject({ include: ["test/smoke/*.smoke.ts"], fileParallelism: false });
});

test("no live test is part of `npm test` (R002-2)", () => {
  const included = JSON.stringify(suite.test?.projects);
  expect(included).toContain("test/**/*.test.ts");
  expect(included).not.toContain("smoke");
  expect(files.filter((name) => name.endsWith(".test.ts"))).toEqual([]);
});
