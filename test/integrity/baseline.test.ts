import { describe, expect, test } from "vitest";
import type { Check } from "../../src/dod/dod.ts";
import { abandon } from "../../src/integrity/abandon.ts";
import { needsBaseline, takeBaseline } from "../../src/integrity/baseline.ts";
import { Suspects } from "../../src/integrity/suspects.ts";
import type { Repositories, RepositoryOpening } from "../../src/ports/repository.ts";
import { manualClock } from "../support/manual-clock.ts";
import { memoryRepository } from "../support/memory-repository.ts";
import { takenBaseline } from "../support/taken-baseline.ts";

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

describe("work that nobody judged", () => {
  const before = { "test.js": "strict", "a.js": "old" };
  const take = async (left: Readonly<Record<string, string>>, now: Readonly<Record<string, string>>) => {
    const repository = memoryRepository(before);
    const baseline = await takenBaseline(repository);
    const [suspects, clock] = [new Suspects(), manualClock()];
    repository.work = left;
    const abandoning = abandon(baseline, { suspects, clock });
    suspects.expect(abandoning);
    repository.work = now;
    return takeBaseline("/code/app", { repositories: holding({ status: "open", repository }), suspects, clock });
  };

  test.each<[string, Readonly<Record<string, string>>, Readonly<Record<string, string>>, unknown]>([
    [
      "is undone in what decides next",
      { "test.js": "weak", "a.js": "new" },
      { "test.js": "weak", "a.js": "new" },
      before,
    ],
    ["is so where it made a file", { ...before, "x.config.js": "1" }, { ...before, "x.config.js": "1" }, before],
    [
      "is believed where somebody has changed it again",
      { ...before, "test.js": "weak" },
      { ...before, "test.js": "mine" },
      { ...before, "test.js": "mine" },
    ],
  ])("%s", async (_, left, now, expected) => {
    const baseline = await take(left, now);
    expect(baseline.status === "taken" && JSON.parse(baseline.oracles)).toEqual(expected);
  });

  test("is told of where it can't be looked at", async () => {
    const repository = memoryRepository(before);
    const baseline = await takenBaseline(repository);
    repository.failing = "capture";
    expect(await abandon(baseline, { suspects: new Suspects(), clock: manualClock() })).toBe("no space left");
  });
});
