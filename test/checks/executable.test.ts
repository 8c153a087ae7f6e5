import { describe, expect, it, test } from "vitest";
import { candidateNames, findExecutable } from "../../src/checks/executable.ts";
import { locateProject, type ProjectPlace } from "../../src/checks/project.ts";
import { cleanSearchPath, splitSearchPath } from "../../src/checks/search-path.ts";
import { type MemoryEntry, memoryFiles } from "../support/memory-files.ts";

const program: MemoryEntry = { content: "", executable: true };

async function find(
  name: string,
  path: string,
  entries: Record<string, MemoryEntry>,
  place: Partial<ProjectPlace> = {},
): Promise<string | undefined> {
  const files = memoryFiles({ "/code/app/src/a.ts": "", ...entries });
  const project = await locateProject({ base: "/code/app", platform: "linux", ...place }, files);
  const found = await findExecutable(name, { PATH: path }, project, files);
  return found.found ? found.file : found.ignored && `ignored ${found.ignored}`;
}

describe("npm, node and their kin", () => {
  it("come from PATH, the first that may be executed", async () => {
    const entries = { "/a/npm": "", "/b/npm": program, "/c/npm": program };
    expect(await find("npm", "/none:/a:/b:/c", entries)).toBe("/b/npm");
    expect(await find("npm", "/none", entries)).toBeUndefined();
    expect(await find("npm", "", entries)).toBeUndefined();
  });

  test.each([
    ["an entry in the project", "/code/app/node_modules/.bin:/usr/bin", { "/code/app/node_modules/.bin/npm": program }],
    ["the project itself", "/code/app:/usr/bin", { "/code/app/npm": program }],
    [
      "a relative entry",
      "node_modules/.bin:.:./bin:/usr/bin",
      { "/code/app/npm": program, "/code/app/bin/npm": program },
    ],
    ["an empty entry", ":/usr/bin:", { "/code/app/npm": program }],
    ["a way back into it", "/usr/../code/app/bin:/usr/bin", { "/code/app/bin/npm": program }],
    [
      "a directory that leads into it",
      "/opt/link:/usr/bin",
      { "/opt/link": { link: "/code/app/bin" }, "/code/app/bin/npm": program },
    ],
    [
      "a file that leads into it",
      "/opt:/usr/bin",
      { "/opt/npm": { link: "/code/app/evil" }, "/code/app/evil": program },
    ],
    [
      "a link in it that leads out",
      "/code/app/out:/usr/bin",
      { "/code/app/out": { link: "/opt" }, "/opt/npm": program },
    ],
  ])("never come from %s (attack 5, R001-5)", async (_, path, planted) => {
    for (const name of ["npm", "node"]) {
      const entries = Object.fromEntries(
        Object.entries(planted).map(([at, entry]) => [at.replace(/npm$/, name), entry as MemoryEntry]),
      );
      expect(await find(name, path, { ...entries, [`/usr/bin/${name}`]: program })).toBe(`/usr/bin/${name}`);
    }
  });

  it("name the one that was ignored, where there is no other", async () => {
    const entries = { "/code/app/bin/npm": program };
    expect(await find("npm", "/code/app/bin", entries)).toBe("ignored /code/app/bin/npm");
  });

  it("never come from elsewhere in the worktree, by whatever name it goes", async () => {
    const entries: Record<string, MemoryEntry> = {
      "/code/bin/npm": program,
      "/w": { link: "/code" },
      "/code/out": { link: "/opt" },
      "/opt/npm": program,
      "/usr/bin/npm": program,
    };
    expect(await find("npm", "/code/bin:/w/bin:/w/out:/usr/bin", entries, { worktree: "/w" })).toBe("/usr/bin/npm");
    expect(await find("npm", "/code/bin:/usr/bin", entries, { worktree: "/" })).toBe("/code/bin/npm");
  });

  it("is what a name of the user's own allowlist is", async () => {
    const entries = { "/code/app/node_modules/.bin/make": program, "/usr/bin/make": program };
    expect(await find("make", "/usr/bin", entries)).toBe("/usr/bin/make");
  });
});

describe("the project's own tools", () => {
  it("come from the nearest node_modules/.bin, and from PATH last", async () => {
    const entries: Record<string, MemoryEntry> = {
      "/code/app/node_modules/.bin/vitest": program,
      "/code/node_modules/.bin/eslint": program,
      "/node_modules/.bin/jest": program,
      "/usr/bin/vitest": program,
      "/usr/bin/jest": program,
      "/code/app/bin/tsc": program,
    };
    const place = { worktree: "/code" };
    expect(await find("vitest", "/usr/bin", entries, place)).toBe("/code/app/node_modules/.bin/vitest");
    expect(await find("eslint", "/usr/bin", entries, place)).toBe("/code/node_modules/.bin/eslint");
    expect(await find("eslint", "/usr/bin", entries)).toBeUndefined();
    expect(await find("jest", "/usr/bin", entries, place)).toBe("/usr/bin/jest");
    expect(await find("tsc", "/code/app/bin", entries, place)).toBe("ignored /code/app/bin/tsc");
  });
});

describe("on Windows", () => {
  test.each([
    ["npm", ".COM;.EXE;.BAT;.CMD", ["npm.com", "npm.exe", "npm.bat", "npm.cmd"]],
    ["npm", ".CMD;.EXE;.JS;.VBS", ["npm.cmd", "npm.exe"]],
    ["tool.exe", ".EXE;.CMD", ["tool.exe"]],
    ["node", undefined, ["node.com", "node.exe", "node.bat", "node.cmd"]],
  ])("%s with PATHEXT=%s may be one of %j", (name, extensions, names) => {
    expect(candidateNames(name, "win32", extensions)).toEqual(names);
  });

  it("elsewhere a program has but one name", () => {
    expect(candidateNames("npm", "linux", ".EXE")).toEqual(["npm"]);
  });

  it("PATH has whatever case, quotes, and no directory without a drive", () => {
    const env = { Path: String.raw`C:\a;"C:\b c";\d;.\e;;f;C:g;\\server\share;C:\a` };
    expect(splitSearchPath(env, "win32")).toEqual([String.raw`C:\a`, String.raw`C:\b c`, String.raw`\\server\share`]);
  });
});

describe("the PATH that a check gets", () => {
  it("has no entry in the project and none that is relative", async () => {
    const files = memoryFiles({ "/code/app/bin/x": program, "/usr/bin/npm": program, "/l": { link: "/code/app/bin" } });
    const project = await locateProject({ base: "/code/app", platform: "linux" }, files);
    const env = { PATH: "/code/app/node_modules/.bin:/l:bin::/usr/bin:/missing:/usr/bin" };
    expect(await cleanSearchPath(env, project, files)).toEqual(["/usr/bin", "/missing"]);
  });
});
