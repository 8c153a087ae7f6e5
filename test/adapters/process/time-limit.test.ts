import { expect, it } from "vitest";
import { timeLimit } from "../../../src/adapters/process/time-limit.ts";

it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
  "a program whose time is %d has two minutes (R002-54)",
  (timeoutMs) => expect(timeLimit(timeoutMs)).toBe(120_000),
);

it("a program has the time that it is given, as far as a timer reaches", () => {
  expect([timeLimit(1), timeLimit(0.5), timeLimit(1e12)]).toEqual([1, 0.5, 2_147_483_647]);
});
