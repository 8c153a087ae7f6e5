import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createRepositories, type DisposableRepositories } from "../../../src/adapters/git/repositories.ts";
import type { Answer, Repository, TreeChange, WorkState } from "../../../src/ports/repository.ts";
import type { Scenario } from "../../support/scenario.ts";

const never = new AbortController().signal;

/** A user's work tree, and the memory of it. */
export class WorkTree {
  readonly root: string;
  readonly data: string;
  readonly repositories: DisposableRepositories;
  readonly logged: string[] = [];

  constructor(directory: string, root = join(directory, "user")) {
    this.root = root;
    this.data = join(directory, "data");
    mkdirSync(root, { recursive: true });
    this.repositories = createRepositories({
      data: this.data,
      hostEnv: process.env,
      findGit: async () => gitFile,
      log: (_, message) => this.logged.push(message),
    });
  }

  write(path: string, text: string | Uint8Array): void {
    const full = join(this.root, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, text);
  }

  remove(path: string): void {
    rmSync(join(this.root, path), { recursive: true });
  }

  git(...args: string[]): string {
    return git(this.root, ...args);
  }

  commit(message = "change"): void {
    this.git("add", "-A");
    this.git("commit", "-q", "--allow-empty", "-m", message);
  }

  async open(directory = this.root): Promise<Repository> {
    const opening = await this.repositories.open(directory, never);
    assert.equal(opening.status, "open", JSON.stringify(opening));
    return opening.status === "open" ? opening.repository : assert.fail();
  }

  /** Everything in the repository that users and their tools can see. */
  facts(): unknown {
    const gitDirectory = this.git("rev-parse", "--absolute-git-dir").trim();
    return {
      files: contentsOf(gitDirectory),
      stash: this.git("stash", "list"),
      worktrees: this.git("worktree", "list"),
      loose: this.git("fsck", "--unreachable", "--no-progress"),
    };
  }
}

const gitFile = execFileSync("which", ["git"], { encoding: "utf8" }).trim();

export function git(cwd: string, ...args: string[]): string {
  const identity = ["-c", "user.name=test", "-c", "user.email=test@example.com", "-c", "commit.gpgsign=false"];
  const options = ["-c", "protocol.file.allow=always", "-c", "init.defaultBranch=main"];
  const stdio = ["ignore", "pipe", "pipe"] as ["ignore", "pipe", "pipe"];
  return execFileSync(gitFile, [...identity, ...options, ...args], { cwd, encoding: "utf8", stdio });
}

function contentsOf(directory: string): Record<string, string> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    entries.map((entry) => {
      const path = join(entry.parentPath ?? entry.path, entry.name);
      return [path, readFileSync(path, "base64")];
    }),
  );
}

export function unwrap<T>(answer: Answer<T>): T {
  assert.ok(answer.ok, JSON.stringify(answer));
  return answer.value;
}

export async function take(repository: Repository, since?: WorkState, writtenSince = 0): Promise<WorkState> {
  return unwrap(await repository.capture({ ...(since && { since }), writtenSince }, never));
}

/** What has changed since a state, as `added path`. */
export async function changesSince(repository: Repository, since: WorkState): Promise<string[]> {
  const now = await take(repository, since);
  const changes: readonly TreeChange[] = unwrap(await repository.compare(since.tree, now.tree, never));
  return changes.map(({ path, status }) => `${status} ${path}`);
}

/** A scenario in a repository with a commit; whatever it does, git's own files stay as they were. */
export function scenario(
  title: string,
  run: (tree: WorkTree, directory: string) => Promise<void>,
  prepare: (tree: WorkTree, directory: string) => void = begin,
): Scenario {
  return {
    title,
    async run(directory) {
      const tree = new WorkTree(directory);
      prepare(tree, directory);
      const before = tree.facts();
      await run(tree, directory);
      await tree.repositories.dispose();
      assert.deepEqual(tree.facts(), before, "the user's repository is as it was");
      assert.deepEqual(readdirSync(join(tree.data, "opencode-dod-gate", "integrity")), [], "nothing is left behind");
    },
  };
}

export function begin(tree: WorkTree): void {
  tree.git("init", "-q");
  tree.write("src/a.js", "one\n");
  tree.write("test/a.test.js", "test\n");
  tree.write(".gitignore", "dist/\n*.log\n");
  tree.commit("start");
}
