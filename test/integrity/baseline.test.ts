import { describe, expect, test } from "vitest";
import type { Check } from "../../src/dod/dod.ts";
import { needsBaseline, takeBaseline } from "../../src/integrity/baseline.ts";
import { Suspects } from "../../src/integrity/suspects.ts";
import type { Repositories, RepositoryOpening } from "../../src/ports/repository.ts";
import { manualClock } from "../support/manual-clock.ts";
import { memoryRepository } from "../support/memory-repository.ts";

const at = { line: 1, column: 1 };
const holding = (opening: RepositoryOpening): Repositories => ({ open: async () => opening });
const take = (repositories: Repositories, clock = manualClock()) =>
  takeBaseline("/code/app", { repositories, suspects: new Suspects(), clock });

describe("a baseline is needed", () => {
  test.each<[boolean, Check]>([
    [true, { kind: "run", command: "node a.js", at }],
    [true, { kind: "testsPass", at }],
    [true, { kind: "schemaMatch", path: "a.json", schema: "a.schema.json", at }],
    [false, { kind: "schemaMatch", path: "a.json", schema: " {}", at }],
    [true, { kind: "fileExists", path: "a", changed: true, at }],
    [false, { kind: "fileExists", path: "a", at }],
    [false, { kind: "fileContains", path: "a", text: "b", at }],
  ])("%s for %j", (expected, check) => {
    expect(needsBaseline([check])).toBe(expected);
  });
});

describe("taking the baseline", () => {
  test("takes the state as it is", async () => {
    const repository = memoryRepository({ a: "1" });
    expect(await take(holding({ status: "open", repository }))).toMatchObject({
      ...{ status: "taken", repository, state: { tree: '{"a":"1"}' }, oracles: '{"a":"1"}' },
    });
  });

  test("says why there is none", async () => {
    const broken = memoryRepository({});
    broken.failing = "capture";
    expect([
      await take(holding({ status: "none" })),
      await take(holding({ status: "failed", message: "git is not installed here" })),
      await take(holding({ status: "open", repository: broken })),
    ]).toEqual([
      { status: "unchecked", why: { code: "noRepository" } },
      { status: "unchecked", why: { code: "failed", message: "git is not installed here" } },
      { status: "unchecked", why: { code: "failed", message: "no space left" } },
    ]);
  });

  test("never holds a dispatch up for long", async () => {
    const clock = manualClock();
    let wasStopped = false;
    const repositories: Repositories = {
      open: (_, signal) => {
        signal.addEventListener("abort", () => {
          wasStopped = true;
        });
        return new Promise(() => undefined);
      },
    };
    const taking = take(repositories, clock);
    clock.advance(20_000);
    expect(await taking).toEqual({ status: "unchecked", why: { code: "tookTooLong", limitMs: 20_000 } });
    expect(wasStopped).toBe(true);
  });
});
