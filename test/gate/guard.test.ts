import { describe, expect, test } from "vitest";
import type { Finding } from "../../src/checks/context.ts";
import { RunQueue } from "../../src/checks/run-queue.ts";
import { Slots } from "../../src/checks/slots.ts";
import type { Check } from "../../src/dod/dod.ts";
import { Guard, type GuardRequest } from "../../src/gate/guard.ts";
import { Suspects } from "../../src/integrity/suspects.ts";
import type { Exec, ExecRequest } from "../../src/ports/machine.ts";
import { contextOf } from "../checks/check-context.ts";
import { manualClock } from "../support/manual-clock.ts";
import { type MemoryRepository, memoryRepository } from "../support/memory-repository.ts";
import { takenBaseline } from "../support/taken-baseline.ts";

const at = { line: 1, column: 1 };
const tests = (options: Partial<Check> = {}): Check => ({ kind: "testsPass", at, ...options }) as Check;
const passed: Finding = { outcome: "pass", command: "npm test" };
const failed: Finding = { outcome: "fail", reason: { code: "exited", exitCode: 1 }, command: "npm test" };
const before = {
  "package.json": '{ "scripts": { "test": "node --test test/" } }',
  "src/a.js": "old",
  "test/a.test.js": "strict",
};

interface Scene {
  readonly after: Readonly<Record<string, string>>;
  /** The exit code in a copy with these files; by default that of a suite whose strict test needs the new source. */
  readonly exit?: (files: Readonly<Record<string, string>>) => number;
  readonly request?: Partial<GuardRequest>;
  readonly repository?: MemoryRepository;
  readonly suspects?: Suspects;
}

const strictSuite = (files: Readonly<Record<string, string>>) => {
  const isStrict = Object.values(files).includes("strict");
  return isStrict && files["src/a.js"] !== "new" ? 1 : 0;
};

async function open({ after, request, suspects = new Suspects(), ...scene }: Scene) {
  const repository = scene.repository ?? memoryRepository(before);
  const baseline = await takenBaseline(repository);
  repository.work = after;
  const parts = { clock: manualClock(), suspects, declared: [] };
  const opening = await Guard.open(
    {
      ...{ baseline, directory: "/code/app", deliverables: [], alwaysCopies: false },
      ...{ signal: new AbortController().signal, isForeign: () => false, ...request },
    },
    parts,
  );
  if (!opening.ok) throw new Error(opening.message);
  return { guard: opening.guard, repository, baseline };
}

async function decide(check: Check, inPlace: Finding, scene: Scene) {
  const { guard, repository } = await open(scene);
  const ran: ExecRequest[] = [];
  const exec: Exec = {
    async run(request) {
      ran.push(request);
      const copy = repository.copies.find(({ root }) => request.cwd.startsWith(root));
      const exitCode = (scene.exit ?? strictSuite)(copy?.files ?? {});
      return { end: { by: "exit", exitCode }, stdoutTail: "", stderrTail: "", durationMs: 5 };
    },
  };
  const copied = Object.fromEntries(
    [1, 2, 3].flatMap((number) => Object.entries(before).map(([path, text]) => [`/copies/${number}/${path}`, text])),
  );
  const places = Object.fromEntries(Object.entries(before).map(([path, text]) => [`/code/app/${path}`, text]));
  const context = contextOf(
    {
      ...copied,
      ...places,
      "/usr/bin/npm": { content: "", executable: true },
      "/code/app/bin/npm": { content: "", executable: true },
    },
    {
      exec,
      base: "/code/app",
      worktree: "/code/app",
      hostEnv: { PATH: "/code/app/bin:/usr/bin", PWD: "/code/app", GIT_DIR: "/code/app/.git" },
      shared: { queue: new RunQueue(), slots: new Slots(1) },
    },
  );
  const finding = await guard.decide(check, inPlace, context);
  return { finding, ran, guard, repository, evidence: await guard.evidence() };
}

describe("a check whose oracles were not touched", () => {
  test("is decided in place", async () => {
    const { finding, ran, evidence } = await decide(tests(), passed, { after: { ...before, "src/a.js": "new" } });
    expect(finding).toBe(passed);
    expect(ran).toEqual([]);
    expect(evidence).toMatchObject({
      patchHash: "f".repeat(64),
      checks: [{ touched: [], ran: [{ place: "inPlace" }] }],
    });
  });

  test("runs in a copy all the same where files were written while it ran", async () => {
    const request = { alwaysCopies: true };
    const { finding } = await decide(tests(), passed, { after: before, request });
    expect(finding).toMatchObject({ outcome: "fail", reason: { code: "baselineOraclesFail", touched: [] } });
  });
});

describe("a check whose oracles were touched", () => {
  const weakened = { ...before, "test/a.test.js": "weak" };

  test("fails with the baseline's, whatever it came to in place (R001-18, R001-19)", async () => {
    const { finding, ran, repository } = await decide(tests(), passed, { after: weakened });
    expect(finding).toMatchObject({
      outcome: "fail",
      reason: { code: "baselineOraclesFail", reason: { code: "exited", exitCode: 1 }, touched: ["test/a.test.js"] },
    });
    expect(repository.copies).toMatchObject([{ files: before }]);
    expect(ran).toMatchObject([
      { cwd: "/copies/1", file: "/usr/bin/npm", env: { PATH: "/usr/bin", PWD: "/copies/1" } },
    ]);
    expect(ran[0]?.env).not.toHaveProperty("GIT_DIR");
  });

  test("passes where it passes with both, and new tests are kept beside the old (R001-22)", async () => {
    const after = { ...weakened, "src/a.js": "new", "test/b.test.js": "more" };
    const { finding, repository, evidence } = await decide(tests(), passed, { after });
    expect(finding).toBe(passed);
    expect(repository.copies).toMatchObject([{ files: { ...after, "test/a.test.js": "strict" } }]);
    expect(evidence.checks).toMatchObject([
      { touched: [{ path: "test/a.test.js" }], ran: [{ place: "inPlace" }, { place: "baselineOracles" }] },
    ]);
  });

  test("is not run again where it failed in place, but what was touched is told", async () => {
    const { finding, ran, evidence } = await decide(tests(), failed, { after: weakened });
    expect(finding).toBe(failed);
    expect(ran).toEqual([]);
    expect(evidence.checks).toMatchObject([{ touched: [{ path: "test/a.test.js" }] }]);
  });

  test("is decided in place where its author allows the edit", async () => {
    const { finding, ran, evidence } = await decide(tests({ allowEdit: "test/**" }), passed, { after: weakened });
    expect([finding, ran]).toEqual([passed, []]);
    expect(evidence.checks).toMatchObject([{ touched: [], allowed: ["test/a.test.js"] }]);
  });

  test("has no answer where there can be no copy (R001-7)", async () => {
    const repository = memoryRepository(before);
    repository.failing = "copy";
    const { finding } = await decide(tests(), passed, { after: weakened, repository });
    const why = { code: "noCopy", message: "no space left" };
    expect(finding).toMatchObject({ outcome: "error", reason: { code: "baselineOraclesUnheard", why } });
  });

  test("shares a copy with the checks that need the same one, and it goes at the end", async () => {
    const { guard, repository } = await decide(tests(), passed, { after: weakened });
    await guard.decide(tests(), passed, contextOf({}, { base: "/code/app", worktree: "/code/app" }));
    expect(repository.copies).toHaveLength(1);
    expect(await guard.close(false)).toEqual([]);
    expect(repository.copies).toMatchObject([{ removed: true }]);
  });

  test("tells of a copy that can't be removed (R001-31)", async () => {
    const { guard, repository } = await decide(tests(), passed, { after: weakened });
    repository.failing = "removal";
    expect(await guard.close(false)).toEqual([{ path: "/copies/1", message: "EACCES" }]);
  });

  test.each<Check>([
    { kind: "fileExists", at, path: "test/a.test.js" },
    { kind: "fileContains", at, path: "test/a.test.js", text: "weak" },
    { kind: "schemaMatch", at, path: "a.json", schema: "{}" },
  ])("is no check that looks at the file itself: $kind", async (check) => {
    const { finding, ran } = await decide(check, { outcome: "pass" }, { after: weakened });
    expect([finding, ran]).toEqual([{ outcome: "pass" }, []]);
  });
});

describe("failToPass", () => {
  const check = tests({ failToPass: true });
  const work = { ...before, "src/a.js": "new" };

  test("passes where the check fails without the change", async () => {
    const { finding, repository } = await decide(check, passed, { after: work });
    expect(finding).toBe(passed);
    expect(repository.copies).toMatchObject([{ files: before }]);
  });

  test("lays new tests over what was there before", async () => {
    const after = { ...work, "test/b.test.js": "strict too" };
    const { repository } = await decide(check, passed, { after });
    expect(repository.copies).toMatchObject([{ files: { ...before, "test/b.test.js": "strict too" } }]);
  });

  test("fails where the check passes without the change", async () => {
    const { finding } = await decide(check, passed, { after: work, exit: () => 0 });
    expect(finding).toMatchObject({ outcome: "fail", reason: { code: "passesWithoutChange" } });
  });

  test("proves nothing where the run came to no end of its own", async () => {
    const { finding } = await decide(check, passed, { after: work, exit: () => 127 });
    expect(finding).toMatchObject({ outcome: "error", reason: { code: "failToPassUnproved", why: { code: "ran" } } });
  });
});

describe("changed=true is answered exactly", () => {
  const never = async () => "unchanged" as const;
  test.each<[string, string, "changed" | "observed" | "unchanged", string]>([
    ["a file that another session has changed", "/code/app/src/a.js", "unchanged", "unchanged"],
    ["a file that a command has changed", "/code/app/src/a.js", "observed", "observed"],
    ["a file that differs, by the producer", "/code/app/src/a.js", "changed", "changed"],
    ["a file that was written as it was", "/code/app/test/a.test.js", "changed", "unchanged"],
    ["a folder in which something differs", "/code/app/src", "changed", "changed"],
    ["a folder in which nothing differs", "/code/app/test", "changed", "unchanged"],
    ["a file elsewhere", "/code/other", "changed", "changed"],
    ["a file that only checks have made", "/code/app/made.txt", "observed", "observed"],
  ])("%s", async (_, path, recorded, expected) => {
    const { guard } = await open({ after: { ...before, "src/a.js": "new" } });
    expect(await guard.wasChanged(path, recorded === "unchanged" ? never : async () => recorded)).toBe(expected);
  });
});

describe("what was caught", () => {
  const weakened = { ...before, "test/a.test.js": "weak" };

  test.each<[string, boolean, Readonly<Record<string, string>>, string | undefined]>([
    ["is the baseline of the next dispatch no more", false, weakened, "strict"],
    ["is so where the verdict accepted it", true, weakened, "weak"],
    ["is so when somebody has changed it again", false, { ...before, "test/a.test.js": "other" }, "other"],
  ])("%s", async (_, isAccepted, next, expected) => {
    const suspects = new Suspects();
    const { guard, repository } = await decide(tests(), passed, { after: weakened, suspects });
    await guard.close(isAccepted);
    repository.work = next;
    const { state } = await takenBaseline(repository);
    const undone = await suspects.undo(repository, state.tree, new AbortController().signal);
    expect(undone.ok && JSON.parse(undone.value)).toMatchObject({ "test/a.test.js": expected });
  });
});
