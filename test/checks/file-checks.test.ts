import { describe, expect, it, test } from "vitest";
import type { ChangeAnswer, CheckContext } from "../../src/checks/context.ts";
import { runCheck } from "../../src/checks/registry.ts";
import type { MemoryEntry } from "../support/memory-files.ts";
import { check, contextOf } from "./check-context.ts";

const entries: Record<string, MemoryEntry> = {
  "/code/app/src/a.ts": "export const a = 1;\r\n",
  "/code/app/pipe": { kind: "fifo" },
  "/code/app/locked": { content: "x", unreadable: "EACCES" },
  "/code/app/out": { link: "/etc/secret" },
  "/code/app/outdir": { link: "/etc" },
  "/code/app/dangling": { link: "/etc/none" },
  "/code/app/in": { link: "src/a.ts" },
  "/code/app/loop": { link: "loop" },
  "/code/other/b.ts": "b",
  "/etc/secret": "secret",
  "/alias": { link: "/code/app" },
};

const asked: string[] = [];

function restricted(overrides: Partial<CheckContext> = {}) {
  asked.length = 0;
  return contextOf(entries, {
    permissions: {
      decide: async (permission, pattern) => {
        asked.push(`${permission} ${pattern}`);
        return "deny";
      },
    },
    ...overrides,
  });
}

const exists = (path: string, context = contextOf(entries)) => runCheck(check({ kind: "fileExists", path }), context);
const contains = (path: string, text: string, context = contextOf(entries)) =>
  runCheck(check({ kind: "fileContains", path, text }), context);

describe("fileExists (R002-14)", () => {
  test.each(["src/a.ts", "src", ".", "./src/../src/a.ts", "in", "/code/app/src/a.ts"])(
    "passes for %s",
    async (path) => {
      expect(await exists(path)).toEqual({ outcome: "pass" });
    },
  );

  it("names the place it looked at, and the base only for a relative path (R002-60, R002-63)", async () => {
    expect(await exists("src/b.ts")).toEqual({
      outcome: "fail",
      reason: { code: "fileMissing", target: { path: "src/b.ts", base: "/code/app" } },
    });
    expect(await exists("/code/app/b.ts")).toEqual({
      outcome: "fail",
      reason: { code: "fileMissing", target: { path: "/code/app/b.ts" } },
    });
  });

  it("is no pass for what is neither file nor directory (attack 11)", async () => {
    expect(await exists("pipe")).toMatchObject({ outcome: "fail", reason: { code: "notAFile" } });
    expect(await exists("loop")).toMatchObject({ outcome: "fail", reason: { code: "fileMissing" } });
    expect(await exists("src/a.ts/x")).toMatchObject({ outcome: "fail", reason: { code: "fileMissing" } });
  });

  test.each<[ChangeAnswer, object]>([
    ["changed", { outcome: "pass" }],
    ["observed", { outcome: "pass", notes: [expect.any(String)] }],
    ["unchanged", { outcome: "fail", reason: { code: "unchanged", target: { path: "src/a.ts", base: "/code/app" } } }],
    [
      "noBase",
      {
        outcome: "error",
        reason: { code: "changeUnknown", why: "noBase", target: { path: "src/a.ts", base: "/code/app" } },
      },
    ],
    [
      "unwatched",
      {
        outcome: "error",
        reason: { code: "changeUnknown", why: "unwatched", target: { path: "src/a.ts", base: "/code/app" } },
      },
    ],
  ])("with changed=true and a file that is %s (attack 7)", async (answer, finding) => {
    const paths: string[] = [];
    const context = contextOf(entries, {
      wasChanged: async (path) => {
        paths.push(path);
        return answer;
      },
    });
    expect(await runCheck(check({ kind: "fileExists", path: "src/a.ts", changed: true }), context)).toEqual(finding);
    expect(paths).toEqual(["/code/app/src/a.ts"]);
  });
});

describe("a path", () => {
  test.each(["../other/b.ts", "src/../../other/b.ts", "..", "../app/../other"])(
    "may not leave the base: %s",
    async (path) => {
      for (const finding of [await exists(path), await contains(path, "b")]) {
        expect(finding).toEqual({
          outcome: "error",
          reason: { code: "pathEscapes", target: { path, base: "/code/app" } },
        });
      }
    },
  );

  it("may come back to where it began", async () => {
    expect(await exists("../app/src/a.ts")).toEqual({ outcome: "pass" });
    expect(await exists("..a", contextOf({ "/code/app/..a": "" }))).toEqual({ outcome: "pass" });
  });

  test.each([
    ["/etc/secret", "/etc/*"],
    ["/etc/none", "/etc/*"],
    ["/etc/x/y", "/etc/x/*"],
    ["/code/app/../other/b.ts", "/code/other/*"],
    ["out", "/etc/*"],
    ["outdir/secret", "/etc/*"],
    ["outdir/none", "/etc/*"],
    ["outdir", "/*"],
  ])("outside the project needs permission, by links too: %s (attack 11)", async (path, pattern) => {
    expect(await exists(path, restricted())).toEqual({
      outcome: "error",
      reason: { code: "denied", permission: "external_directory", pattern },
    });
    expect(asked).toEqual([`external_directory ${pattern}`]);
  });

  it("is read where that is allowed, and says where links led", async () => {
    expect(await contains("/etc/secret", "secret")).toEqual({ outcome: "pass" });
    expect(await contains("out", "other")).toEqual({
      outcome: "fail",
      reason: {
        code: "textMissing",
        text: "other",
        target: { path: "out", base: "/code/app", realPath: "/etc/secret" },
      },
    });
  });

  it("in the worktree needs none, under any of its names", async () => {
    expect(await exists("/code/other/b.ts", restricted({ worktree: "/code" }))).toEqual({ outcome: "pass" });
    expect(await exists("/code/other/b.ts", restricted({ worktree: "/" }))).toMatchObject({ outcome: "error" });
    expect(await exists("src/a.ts", restricted({ base: "/alias" }))).toEqual({ outcome: "pass" });
    expect(await exists("/alias/src/a.ts", restricted({ base: "/alias" }))).toEqual({ outcome: "pass" });
    expect(await exists("none", restricted({ base: "/alias" }))).toMatchObject({ outcome: "fail" });
    expect(asked).toEqual([]);
  });

  it("in a base outside the worktree needs permission as well", async () => {
    expect(await exists("secret", restricted({ base: "/etc", worktree: "/code" }))).toMatchObject({
      reason: { code: "denied", pattern: "/etc/*" },
    });
  });

  it("that would have to be asked for is asked for where somebody can", async () => {
    const ask = async () => "ask" as const;
    expect(await exists("out", contextOf(entries, { permissions: { decide: ask } }))).toEqual({
      outcome: "error",
      reason: { code: "needsApproval", permission: "external_directory", pattern: "/etc/*" },
    });
    const approved = { decide: ask, approve: async () => true };
    expect(await exists("out", contextOf(entries, { permissions: approved }))).toEqual({ outcome: "pass" });
    const rejected = { decide: ask, approve: async () => false };
    expect(await exists("out", contextOf(entries, { permissions: rejected }))).toMatchObject({
      reason: { code: "denied" },
    });
    const abort = new AbortController();
    const waiting = { decide: ask, approve: () => new Promise<boolean>(() => setImmediate(() => abort.abort())) };
    const context = contextOf(entries, { permissions: waiting, signal: abort.signal });
    expect(await exists("out", context)).toMatchObject({ reason: { code: "stopped" } });
  });
});

describe("fileContains", () => {
  it("passes where the file holds the text", async () => {
    expect(await contains("src/a.ts", "const a")).toEqual({ outcome: "pass" });
    expect(await contains("in", "const a")).toEqual({ outcome: "pass" });
    expect(await contains("src/a.ts", "const b")).toMatchObject({ outcome: "fail", reason: { code: "textMissing" } });
  });

  test.each([
    ["none", { outcome: "fail", reason: { code: "fileMissing" } }],
    ["dangling", { outcome: "fail", reason: { code: "fileMissing" } }],
    ["src", { outcome: "fail", reason: { code: "notAFile" } }],
    ["pipe", { outcome: "fail", reason: { code: "notAFile" } }],
    ["locked", { outcome: "error", reason: { code: "unreadable", message: "EACCES" } }],
  ])("%s: %j (attack 11)", async (path, finding) => {
    expect(await contains(path, "x")).toMatchObject(finding);
  });

  it("is stopped by an abort, even where the disk never answers", async () => {
    const abort = new AbortController();
    const context = contextOf(entries, { signal: abort.signal });
    const stuck = { ...context, files: { ...context.files, find: () => new Promise<never>(() => undefined) } };
    setImmediate(() => abort.abort());
    expect(await contains("src/a.ts", "x", stuck)).toMatchObject({ outcome: "error", reason: { code: "stopped" } });
  });
});
