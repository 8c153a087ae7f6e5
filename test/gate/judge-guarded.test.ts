import { describe, expect, test } from "vitest";
import type { Check } from "../../src/dod/dod.ts";
import { accept } from "../../src/gate/accept.ts";
import { Guard } from "../../src/gate/guard.ts";
import type { CheckRequest, GateTools } from "../../src/gate/requests.ts";
import type { Baseline } from "../../src/integrity/baseline.ts";
import { Suspects } from "../../src/integrity/suspects.ts";
import { contextOf } from "../checks/check-context.ts";
import { manualClock } from "../support/manual-clock.ts";
import { memoryFiles } from "../support/memory-files.ts";
import { type MemoryRepository, memoryRepository } from "../support/memory-repository.ts";
import { takenBaseline } from "../support/taken-baseline.ts";

const at = { line: 1, column: 1 };
const check: Check = { kind: "run", command: "node check.js", at };
const passed = { outcome: "pass", command: "node check.js" } as const;
const start = { "a.js": "1", "test/a.test.js": "strict" };

type Happening = (capture: number, repository: MemoryRepository) => void;

interface Scene {
  readonly baseline?: Baseline;
  /** What happens to the work tree before the nth capture of the judgement: 1 is the state that is judged. */
  readonly before?: Happening;
  readonly isForeign?: (path: string) => boolean;
  readonly signal?: AbortSignal;
}

async function judge({ before, isForeign = () => false, ...scene }: Scene) {
  const repository = memoryRepository(start);
  const baseline = scene.baseline ?? (await takenBaseline(repository));
  let captures = 0;
  repository.onCapture = () => before?.(++captures, repository);
  const requests: CheckRequest[] = [];
  const clock = { now: () => 0, after: manualClock().after };
  const suspects = new Suspects();
  const tools: GateTools = {
    files: memoryFiles({}),
    // The pause between two looks is over at once; no other time runs out.
    clock: {
      ...clock,
      after: (ms, callback) => {
        if (ms < 1000) queueMicrotask(callback);
        return () => undefined;
      },
    },
    runChecks: async (request) => {
      requests.push(request);
      const context = contextOf({}, { worktree: "/code/app" });
      const found = request.checks.map(async (each) => {
        const finding = (await request.guard?.decide(each, passed, context)) ?? passed;
        return { ...finding, check: each, durationMs: 1 };
      });
      return Promise.all(found);
    },
    grade: async () => ({ outcome: "error", why: "noCriteria", message: "" }),
    openGuard: (request) => Guard.open({ ...request, isForeign }, { clock: tools.clock, suspects, declared: [] }),
  };
  const verdict = await accept(
    {
      wiring: "task",
      delegation: {
        ...{ callerID: "ses_caller", caller: {}, directory: "/code/app" },
        definition: {
          ...{ problems: [], notes: [], trivial: false, baseline },
          dods: [{ at, source: "explicit", checks: [check], criteria: [] }],
        },
      },
      reading: {
        ...{ status: "read", diffs: new Map(), sessionIDs: ["ses_producer"], actors: [] },
        artefact: {
          ...{ changedFiles: [{ path: "/code/app/a.js", status: "modified" }], finalReturnText: "Done." },
          ...{ declaredOutputs: [], attribution: "known", untracked: [] },
        },
      },
      settings: { require: "whenDoDPresent", preferDeterministic: true, gateBudgetMs: 1000, configProblems: [] },
      signal: scene.signal ?? new AbortController().signal,
    },
    tools,
  );
  return { verdict, requests, repository };
}

describe("work that stands still", () => {
  test("is judged once, and the verdict says what was compared (R001-28)", async () => {
    const { verdict, requests } = await judge({});
    expect(requests).toHaveLength(1);
    expect(verdict).toMatchObject({ outcome: "pass", causes: [], notes: [] });
    expect(verdict.integrity).toMatchObject({ baseline: JSON.stringify(start), candidate: JSON.stringify(start) });
  });

  test.each<[string, Happening]>([
    [
      "files that git ignores",
      (_, repository) => {
        repository.ignored = new Set(["x.log"]);
        repository.work = { ...repository.work, "x.log": String(Math.random()) };
      },
    ],
    [
      "a product that is written as it was",
      (_, repository) => {
        repository.touched = ["a.js"];
      },
    ],
  ])("may see changes of %s", async (_, before) => {
    const { verdict, requests } = await judge({ before });
    expect([verdict.outcome, requests.length, verdict.notes]).toEqual(["pass", 1, []]);
  });

  test("may see what another session is known to have written", async () => {
    const before: Happening = (capture, repository) => {
      if (capture > 1) repository.work = { ...start, "b.js": String(capture), "a.js": String(capture) };
    };
    const { verdict, requests } = await judge({ before, isForeign: () => true });
    expect([verdict.outcome, requests.length]).toEqual(["pass", 1]);
  });

  test("may see new files that checks leave, and the verdict names them", async () => {
    const before: Happening = (capture, repository) => {
      if (capture === 2) repository.work = { ...start, "report.xml": "<ok/>" };
    };
    const { verdict } = await judge({ before });
    expect(verdict).toMatchObject({ outcome: "pass", notes: [{ code: "leftByChecks", paths: ["report.xml"] }] });
  });
});

describe("work that changes while it is judged (R001-40)", () => {
  const at2 =
    (files: Record<string, string>): Happening =>
    (capture, repository) => {
      if (capture === 2) repository.work = { ...start, ...files };
    };

  test.each<[string, Happening]>([
    ["once", at2({ "a.js": "formatted" })],
    ["by a new file that would decide", at2({ "package.json": "{}", "vitest.config.ts": "" })],
    [
      "by a test that is written as it was",
      (capture, repository) => {
        repository.touched = capture === 2 ? ["test/a.test.js"] : [];
      },
    ],
  ])("%s is judged once more", async (_, before) => {
    const { verdict, requests } = await judge({ before });
    expect([verdict.outcome, requests.length]).toEqual(["pass", 2]);
  });

  test("twice has no verdict", async () => {
    const before: Happening = (capture, repository) => {
      if (capture === 2 || capture === 5) repository.work = { ...start, "a.js": String(capture) };
    };
    const { verdict, requests } = await judge({ before });
    expect(requests).toHaveLength(2);
    expect(verdict).toMatchObject({ outcome: "error", causes: [{ code: "changedWhileJudged", paths: ["a.js"] }] });
  });

  test.each(["a.js", "new.js"])("without end has none either: %s", async (path) => {
    const before: Happening = (capture, repository) => {
      repository.work = { ...start, [path]: String(capture) };
    };
    const { verdict, requests } = await judge({ before });
    expect(requests).toHaveLength(1);
    expect(verdict).toMatchObject({ outcome: "error", causes: [{ code: "changedWhileJudged", paths: [path] }] });
  });
});

describe("where the state can't be had", () => {
  test.each([1, 2, 3])("nothing is accepted: capture %i fails", async (failing) => {
    const { verdict } = await judge({
      before: (capture, repository) => {
        if (capture === 2) repository.work = { ...start, "left.xml": "" };
        if (capture === failing) repository.failing = "capture";
      },
    });
    expect(verdict).toMatchObject({
      outcome: "error",
      causes: [{ code: "integrityUnknown", message: "no space left" }],
      unrun: failing === 1 ? [check] : [],
    });
  });

  test("from before the work, the checks decide and the verdict says why (R001-7)", async () => {
    const why = { code: "noRepository" } as const;
    const { verdict, requests } = await judge({ baseline: { status: "unchecked", why } });
    expect(verdict).toMatchObject({ outcome: "pass", notes: [{ code: "integrityUnchecked", why }] });
    expect(requests).toMatchObject([{ guard: undefined }]);
  });

  test("because nobody waits any more, it was stopped", async () => {
    const { verdict } = await judge({ signal: AbortSignal.abort() });
    expect(verdict).toMatchObject({ outcome: "error", causes: [{ code: "stopped" }] });
  });
});
