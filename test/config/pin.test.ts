import { describe, expect, test } from "vitest";
import { defaults } from "../../src/config/defaults.ts";
import { Pin } from "../../src/config/pin.ts";
import { inspectConfigFiles } from "../../src/config/watch.ts";
import type { Git } from "../../src/ports/repository.ts";
import { type MemoryEntry, memoryFiles } from "../support/memory-files.ts";
import { type MemoryCommit, memoryGit } from "../support/memory-git.ts";
import { globalFile, load, projectFile } from "./support.ts";

const name = ".opencode/dod-gate.jsonc";
const budget = (gateBudgetMs: number) => `{\n  "verify": { "gateBudgetMs": ${gateBudgetMs} }\n}\n`;

function loadPinned(entries: Record<string, MemoryEntry>, commit: MemoryCommit, git: Git = memoryGit(commit)) {
  return load(entries, { pin: new Pin(git, "/repo") });
}

describe("a tracked file counts as it is committed", () => {
  test.each<[what: string, inTree: MemoryEntry, committed: MemoryCommit, inForce: number, overruled: boolean]>([
    ["the same", budget(5), { [name]: budget(5) }, 5, false],
    ["other line ends", budget(5).replaceAll("\n", "\r\n"), { [name]: budget(5) }, 5, false],
    ["edited", budget(7), { [name]: budget(5) }, 5, true],
    ["broken since", "{", { [name]: budget(5) }, 5, true],
    ["replaced by a directory", { kind: "directory" }, { [name]: budget(5) }, 5, true],
    ["not tracked", budget(7), { "README.md": "" }, 7, false],
    ["tracked as a link", budget(7), { [name]: { kind: "link" } }, 7, false],
  ])("%s", async (_, inTree, committed, inForce, overruled) => {
    const { config, problems, atStart } = await loadPinned({ [projectFile]: inTree }, committed);
    expect(problems).toEqual([]);
    expect(config.verify.gateBudgetMs).toBe(inForce);
    expect(atStart.find(({ path }) => path === projectFile)?.overruled).toBe(overruled);
  });

  test("a mistake that is committed is a mistake, also where it was corrected since, and is located in the commit", async () => {
    const { problems } = await loadPinned({ [projectFile]: "{}" }, { [name]: budget(0) });
    expect(problems).toMatchObject([{ file: name, path: "verify.gateBudgetMs", line: 2, column: 31 }]);
  });

  test("a committed file that is too large can't be used", async () => {
    const { problems } = await loadPinned({ [projectFile]: "{}" }, { [name]: "/".repeat(262_145) });
    expect(problems).toMatchObject([{ code: "tooLarge", limit: 262_144 }]);
  });

  test("a git that gives no answer is a mistake, and no reason to believe the work tree", async () => {
    const silent = { ...memoryGit({}), head: async () => ({ status: "unreadable", message: "no answer" }) as const };
    const { problems } = await loadPinned({ [projectFile]: "{}" }, {}, silent);
    expect(problems).toMatchObject([{ code: "unreadable", message: "no answer" }]);
  });

  test("without a commit the file counts as it lies there", async () => {
    const bare = { ...memoryGit({ [name]: budget(5) }), head: async () => ({ status: "none" }) as const };
    const { config, atStart } = await loadPinned({ [projectFile]: budget(7) }, {}, bare);
    expect(config.verify.gateBudgetMs).toBe(7);
    expect(atStart.map(({ overruled }) => overruled)).toEqual([false, false]);
  });

  test.each<[what: string, entries: Record<string, MemoryEntry>, inForce: number]>([
    ["deleted", { "/repo/.git/index": `DIRC…${name}…` }, 5],
    [
      "deleted in a further work tree",
      { "/repo/.git": "gitdir: /main/.git/worktrees/repo\n", "/main/.git/worktrees/repo/index": `DIRC…${name}…` },
      5,
    ],
    ["removed from the index as well", { "/repo/.git/index": "DIRC…README.md…" }, defaults.verify.gateBudgetMs],
    ["gone with its repository", {}, defaults.verify.gateBudgetMs],
  ])("also one that isn't there: %s", async (_, entries, inForce) => {
    const { config, atStart } = await loadPinned(entries, { [name]: budget(5) });
    expect(config.verify.gateBudgetMs).toBe(inForce);
    expect(atStart.at(-1)?.overruled).toBe(inForce === 5);
  });

  test("the global file counts as it lies there, and where no file of the project is, git isn't asked", async () => {
    let asked = 0;
    const counting = { ...memoryGit({}), head: async () => ({ status: "none", asked: asked++ }) as const };
    const { config } = await loadPinned({ [globalFile]: budget(9) }, {}, counting);
    expect({ asked, budget: config.verify.gateBudgetMs }).toEqual({ asked: 0, budget: 9 });
  });

  test("each of several files counts as it is committed, and the commit is looked up once", async () => {
    let asked = 0;
    const git = memoryGit({ [name]: budget(5), [`a/${name}`]: '{ "verify": { "preflight": "warn" } }' });
    const counting: Git = {
      ...git,
      head: (directory) => {
        asked++;
        return git.head(directory);
      },
    };
    const { config } = await load(
      { [projectFile]: budget(7), [`/repo/a/${name}`]: "{}" },
      { directory: "/repo/a", pin: new Pin(counting, "/repo/a") },
    );
    expect({ asked, verify: config.verify }).toMatchObject({
      asked: 1,
      verify: { gateBudgetMs: 5, preflight: "warn" },
    });
  });
});

describe("what lies there later", () => {
  test.each<[what: string, before: MemoryEntry | undefined, after: MemoryEntry | undefined, codes: string[]]>([
    ["nothing happened", budget(5), budget(5), []],
    ["nothing was there, nor is", undefined, undefined, []],
    ["edited", budget(5), budget(6), ["edited"]],
    ["created", undefined, "{}", ["edited"]],
    ["deleted", budget(5), undefined, ["edited"]],
    ["blown up", budget(5), " ".repeat(300_000), ["edited"]],
    ["replaced by a FIFO", budget(5), { kind: "fifo" }, ["edited"]],
    ["overruled from the start", budget(7), budget(7), ["overruled"]],
    ["overruled, then edited", budget(7), budget(5), ["edited"]],
  ])("%s", async (_, before, after, codes) => {
    const entries: Record<string, MemoryEntry> = before === undefined ? {} : { [projectFile]: before };
    const { atStart } = await loadPinned(entries, { [name]: budget(5) });
    const now = memoryFiles({
      "/repo": { kind: "directory" },
      ...(after === undefined ? {} : { [projectFile]: after }),
    });
    const notes = await inspectConfigFiles(atStart, now);
    expect(notes).toEqual(codes.map((code) => ({ code, file: name })));
  });

  test("also an edit of the global file is told", async () => {
    const { atStart } = await loadPinned({ [globalFile]: "{}" }, {});
    expect(await inspectConfigFiles(atStart, memoryFiles({ [globalFile]: "{ }" }))).toEqual([
      { code: "edited", file: globalFile },
    ]);
  });
});
