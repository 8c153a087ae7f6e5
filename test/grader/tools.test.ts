import { describe, expect, test } from "vitest";
import { objectTo } from "../../src/grader/tools.ts";
import { memoryFiles } from "../support/memory-files.ts";

const files = memoryFiles({
  "/project/src/a.ts": "",
  "/project/.env": "SECRET=1",
  "/project/.env.example": "",
  "/project/notes.env.md": "",
  "/project/inner": { link: "/project/src" },
  "/project/key": { link: "/home/user/.ssh/id_rsa" },
  "/project/home": { link: "/home/user" },
  "/project/settings": { link: "/project/.env" },
  "/home/user/.ssh/id_rsa": "",
  "/alias": { link: "/project" },
  "/sibling/a.ts": "",
});
const object = (tool: string, input: Record<string, unknown> = {}, directory = "/project") =>
  objectTo({ tool, input }, directory, files);

describe("no permission of the host opens anything else to a grader (attack 22)", () => {
  test.each([
    "edit",
    "write",
    "apply_patch",
    "bash",
    "task",
    "webfetch",
    "todowrite",
    "skill",
    "lsp",
    "delegate",
    "Read",
    "",
  ])("the tool %j", async (tool) => {
    expect(await object(tool)).toBe("tool");
  });

  test.each<[string, string, Record<string, unknown>]>([
    ["an absolute path outside", "read", { filePath: "/etc/passwd" }],
    ["a path that climbs out", "read", { filePath: "../sibling/a.ts" }],
    ["a directory whose name begins like the base", "read", { filePath: "/project-secrets/a" }],
    ["a link that leads outside", "read", { filePath: "key" }],
    ["a directory link that leads outside", "read", { filePath: "home/.ssh/id_rsa" }],
    ["a path that is no text", "read", { filePath: ["/etc/passwd"] }],
    ["a search outside", "grep", { pattern: "x", path: "/home" }],
    ["a search through a link", "grep", { pattern: "x", path: "home" }],
    ["a listing outside", "list", { path: ".." }],
    ["a glob that climbs", "glob", { pattern: "../**/*.ts" }],
    ["a glob that climbs in an alternative", "glob", { pattern: "{src,..}/*.ts" }],
    ["an absolute glob", "glob", { pattern: "/home/**" }],
    ["an include that climbs", "grep", { pattern: "x", include: "../*" }],
  ])("%s", async (_, tool, input) => {
    expect(await object(tool, input)).toBe("outside");
  });

  test.each([".env", "/project/.env", "config/prod.ENV", ".env.local", "settings", "notes.env.md"])(
    "the secrets in %s",
    async (filePath) => {
      expect(await object("read", { filePath })).toBe("secret");
    },
  );
});

describe("what a grader needs is open", () => {
  test.each<[string, string, Record<string, unknown>]>([
    ["a relative path", "read", { filePath: "src/a.ts" }],
    ["an absolute path", "read", { filePath: "/project/src/a.ts" }],
    ["a link that stays inside", "read", { filePath: "inner/a.ts" }],
    ["the base directory itself", "read", { filePath: "/project" }],
    ["a file that isn't there", "read", { filePath: "src/missing.ts" }],
    ["an example of an environment", "read", { filePath: ".env.example" }],
    ["a search everywhere", "grep", { pattern: "a..b|/etc" }],
    ["a search below", "grep", { pattern: "x", path: "src", include: "*.{ts,tsx}" }],
    ["a glob", "glob", { pattern: "**/*.ts" }],
    ["a listing", "list", {}],
  ])("%s", async (_, tool, input) => {
    expect(await object(tool, input)).toBeUndefined();
  });

  test("by either name of a base directory that is a link", async () => {
    expect(await object("read", { filePath: "src/a.ts" }, "/alias")).toBeUndefined();
    expect(await object("read", { filePath: "/project/src/a.ts" }, "/alias")).toBeUndefined();
  });
});
