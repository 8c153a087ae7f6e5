import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { createGit } from "../../../src/adapters/git/git.ts";
import type { Head } from "../../../src/ports/repository.ts";
import type { Scenario } from "../../support/scenario.ts";

const git = createGit();

export const SCENARIOS_OF_GIT: readonly Scenario[] = [
  {
    title: "tells what a commit holds, whatever became of the work tree since",
    async run(directory) {
      const head = await repository(directory, { "a/b.txt": "committed\r\n", "ümlaut [x]*.txt": "u", ":(glob)x": "g" });
      writeFileSync(join(directory, "a/b.txt"), "edited");
      rmSync(join(directory, "ümlaut [x]*.txt"));
      writeFileSync(join(directory, "new.txt"), "new");
      const inside = (path: string) => join(directory, path);
      const names = [".", "a", "a/b.txt", "ümlaut [x]*.txt", ":(glob)x", "new.txt", "a/b.txt/c", "link", "*", "../x"];
      const reading = await git.kindsAt(head, names.map(inside));
      assert.deepEqual(
        reading.status === "read" && [...reading.kinds].map(([path, kind]) => [relative(directory, path), kind]).sort(),
        [
          ["", "directory"],
          ["a", "directory"],
          ["a/b.txt", "file"],
          ["link", "link"],
          [":(glob)x", "file"],
          ["ümlaut [x]*.txt", "file"],
        ].sort(),
      );
      assert.deepEqual(await git.readAt(head, inside("a/b.txt"), 11), { status: "ok", text: "committed\r\n" });
      assert.deepEqual(await git.readAt(head, inside("a/b.txt"), 10), { status: "tooLarge", size: 11 });
      assert.deepEqual(await git.readAt(head, inside("link"), 10), { status: "notAFile" });
      assert.deepEqual(await git.readAt(head, inside("a"), 10), { status: "notAFile" });
      assert.deepEqual(await git.readAt(head, inside("new.txt"), 10), { status: "missing" });
    },
  },
  {
    title: "finds the commit of a detached HEAD, from a directory below the root and from a further work tree",
    async run(directory) {
      const { commit } = await repository(directory, { "a/b.txt": "1" });
      run(directory, "checkout", "-q", "--detach");
      assert.deepEqual(await git.head(join(directory, "a")), { status: "found", head: { commit, root: directory } });
      run(directory, "worktree", "add", "-q", "other");
      const root = join(directory, "other");
      assert.deepEqual(await git.head(root), { status: "found", head: { commit, root } });
    },
  },
  {
    title: "finds the root by whatever name it is asked about, and believes no work tree elsewhere",
    async run(directory) {
      const head = await repository(directory, { "a/b/c.txt": "1" });
      symlinkSync("a/b", join(directory, "short"));
      assert.deepEqual(await git.head(join(directory, "short")), { status: "found", head });
      mkdirSync(join(directory, "line\nbreak"));
      assert.deepEqual(await git.head(join(directory, "line\nbreak")), { status: "found", head });
      run(directory, "config", "core.worktree", join(directory, "a/b"));
      assert.equal((await git.head(directory)).status, "unreadable");
    },
  },
  {
    title: "finds no commit outside a repository, in one without a commit, and where nothing is",
    async run(directory) {
      assert.deepEqual(await git.head(directory), { status: "none" });
      run(directory, "init", "-q");
      assert.deepEqual(await git.head(directory), { status: "none" });
      assert.deepEqual(await git.head(join(directory, "gone")), { status: "none" });
    },
  },
  {
    title: "is not led to another repository by the environment, and believes no replacement",
    async run(directory) {
      const inside = (path: string) => join(directory, path);
      const head = await repository(directory, { "a.txt": "right" });
      const planted = join(directory, "planted.txt");
      writeFileSync(planted, "wrong");
      const [right, wrong] = ["HEAD:a.txt", hashOf(directory, planted)].map((name) =>
        run(directory, "rev-parse", name),
      );
      run(directory, "replace", right ?? "", wrong ?? "");
      process.env["GIT_DIR"] = join(directory, "nowhere");
      try {
        assert.deepEqual(await git.head(directory), { status: "found", head });
        assert.deepEqual(await git.readAt(head, inside("a.txt"), 100), { status: "ok", text: "right" });
      } finally {
        delete process.env["GIT_DIR"];
      }
    },
  },
  {
    title: "runs nothing of the repository and leaves its index alone",
    async run(directory) {
      const inside = (path: string) => join(directory, path);
      const head = await repository(directory, { "a.txt": "1" });
      const trap = join(directory, "trap.sh");
      writeFileSync(trap, `#!/bin/sh\ntouch '${join(directory, "sprung")}'\n`, { mode: 0o755 });
      run(directory, "config", "core.fsmonitor", trap);
      run(directory, "config", "filter.x.smudge", trap);
      run(directory, "config", "diff.x.textconv", trap);
      writeFileSync(join(directory, ".gitattributes"), "* filter=x diff=x\n");
      const index = join(directory, ".git/index");
      const before = [readFileSync(index), statSync(index).mtimeMs];
      await git.kindsAt(head, [inside("a.txt")]);
      await git.readAt(head, inside("a.txt"), 10);
      await git.head(directory);
      assert.deepEqual([readFileSync(index), statSync(index).mtimeMs], before);
      assert.equal(existsSync(join(directory, "sprung")), false);
    },
  },
  {
    title: "answers for a commit that isn't there",
    async run(directory) {
      const { root } = await repository(directory, { "a.txt": "1" });
      const gone = { root, commit: "0".repeat(40) };
      assert.equal((await git.kindsAt(gone, [join(root, "a.txt")])).status, "unreadable");
      assert.equal((await git.readAt(gone, join(root, "a.txt"), 10)).status, "unreadable");
    },
  },
];

async function repository(directory: string, files: Record<string, string>): Promise<Head> {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(directory, path, ".."), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  symlinkSync("a", join(directory, "link"));
  run(directory, "init", "-q");
  run(directory, "config", "core.autocrlf", "false");
  run(directory, "add", "-A");
  run(directory, "commit", "-q", "-m", "start");
  return { root: realpathSync(directory), commit: run(directory, "rev-parse", "HEAD") };
}

function hashOf(directory: string, file: string): string {
  return run(directory, "hash-object", "-w", file);
}

function run(directory: string, ...args: string[]): string {
  const identity = ["-c", "user.name=test", "-c", "user.email=test@example.com", "-c", "commit.gpgsign=false"];
  return execFileSync("git", ["--literal-pathspecs", ...identity, ...args], {
    cwd: directory,
    encoding: "utf8",
  }).trim();
}
