import assert from "node:assert/strict";
import { chmodSync, existsSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Scenario } from "../../support/scenario.ts";
import { begin, changesSince, git, scenario, take, unwrap, WorkTree } from "./work-tree.ts";

const never = new AbortController().signal;

/** States of a work tree: what is seen, and that seeing leaves no trace. */
export const SCENARIOS_OF_STATES: readonly Scenario[] = [
  scenario("sees what is changed, added and deleted, and nothing where nothing is", async (tree) => {
    const repository = await tree.open();
    const before = await take(repository);
    assert.deepEqual(await changesSince(repository, before), []);
    tree.write("src/a.js", "two\n");
    tree.write("src/new file ü.js", "");
    tree.remove("test");
    assert.deepEqual(await changesSince(repository, before), [
      "modified src/a.js",
      "added src/new file ü.js",
      "deleted test/a.test.js",
    ]);
    const files = unwrap(await repository.files(before.tree, never));
    assert.deepEqual(await files.list(), [".gitignore", "src/a.js", "test/a.test.js"]);
    assert.equal(await files.read("src/a.js"), "one\n");
    assert.equal(await files.read("src"), undefined);
  }),
  scenario("sees a change of the same length in the same second, whose time was set back", async (tree) => {
    const repository = await tree.open();
    tree.write("src/a.js", "two\n");
    utimesSync(join(tree.root, "src/a.js"), 1000, 1000);
    const before = await take(repository);
    tree.write("src/a.js", "six\n");
    utimesSync(join(tree.root, "src/a.js"), 1000, 1000);
    assert.deepEqual(await changesSince(repository, before), ["modified src/a.js"]);
    tree.write("src/a.js", "two\n");
    assert.deepEqual(await changesSince(repository, before), []);
  }),
  scenario("takes what was changed before the first state as it is", async (tree) => {
    tree.write("src/a.js", "two\n");
    tree.write("untracked.js", "u\n");
    const repository = await tree.open();
    const before = await take(repository);
    const files = unwrap(await repository.files(before.tree, never));
    assert.equal(await files.read("src/a.js"), "two\n");
    assert.equal(await files.read("untracked.js"), "u\n");
  }),
  scenario("sees ignored files one by one, and ignored directories not at all", async (tree) => {
    tree.write("dist/out.js", "built\n");
    tree.write("node_modules/x/index.js", "");
    const repository = await tree.open();
    const before = await take(repository);
    assert.deepEqual([...before.beside].sort(), ["dist", "node_modules"]);
    tree.write("dist/out.js", "built again\n");
    tree.write("debug.log", "line\n");
    assert.deepEqual(await changesSince(repository, before), ["added debug.log"]);
    assert.deepEqual([...(await take(repository)).ignored], ["debug.log"]);
  }),
  scenario("sees what only a new rule would hide", async (tree) => {
    const repository = await tree.open();
    const before = await take(repository);
    tree.write(".gitignore", "dist/\n*.log\n__mocks__/\nvitest.config.ts\n");
    tree.write("__mocks__/fs.js", "lie\n");
    tree.write("vitest.config.ts", "lie\n");
    const expected = ["modified .gitignore", "added __mocks__/fs.js", "added vitest.config.ts"];
    assert.deepEqual(await changesSince(repository, before), expected);
    assert.deepEqual(await changesSince(repository, before), expected, "the second time as well");
  }),
  scenario("sees a directory that has become a link, and the other way round", async (tree) => {
    const repository = await tree.open();
    const before = await take(repository);
    renameSync(join(tree.root, "test"), join(tree.root, "moved"));
    symlinkSync("moved", join(tree.root, "test"));
    const linked = ["added moved/a.test.js", "added test", "deleted test/a.test.js"];
    assert.deepEqual(await changesSince(repository, before), linked);
    tree.remove("test");
    renameSync(join(tree.root, "moved"), join(tree.root, "test"));
    assert.deepEqual(await changesSince(repository, before), []);
    tree.remove("src");
    tree.write("src", "a file\n");
    assert.deepEqual(await changesSince(repository, before), ["added src", "deleted src/a.js"]);
  }),
  scenario("names awkward files rightly", async (tree) => {
    const repository = await tree.open();
    const before = await take(repository);
    const names = [" leading", "new\nline", "ta\tb", 'quo"te', "back\\slash", "-dash", "日本", ":(glob)x", "a*"];
    for (const name of names) tree.write(name, name);
    assert.deepEqual((await changesSince(repository, before)).sort(), names.map((name) => `added ${name}`).sort());
  }),
  scenario(
    "is not blinded by bits that the index was given",
    async (tree) => {
      const repository = await tree.open();
      const before = await take(repository);
      tree.write("src/a.js", "two\n");
      tree.write("test/a.test.js", "nothing\n");
      assert.deepEqual(await changesSince(repository, before), ["modified src/a.js", "modified test/a.test.js"]);
    },
    (tree) => {
      begin(tree);
      tree.git("update-index", "--assume-unchanged", "src/a.js");
      tree.git("update-index", "--skip-worktree", "test/a.test.js");
    },
  ),
  scenario(
    "starts nothing that was planted in the user's repository",
    async (tree, directory) => {
      // What the test's own git has started doesn't count.
      rmSync(join(directory, "planted"), { force: true });
      const repository = await tree.open();
      const before = await take(repository);
      tree.write("src/a.js", "two\n");
      assert.deepEqual(await changesSince(repository, before), ["modified src/a.js"]);
      const copy = unwrap(await repository.copy((await take(repository)).tree, before.beside, never));
      assert.equal(existsSync(join(copy.root, "src/a.js")), true);
      const planted = await readFile(join(directory, "planted"), "utf8").catch(() => "");
      assert.equal(planted, "");
    },
    (tree, directory) => {
      begin(tree);
      const program = join(directory, "plant.sh");
      writeFileSync(program, `#!/bin/sh\necho "$0 $*" >> ${join(directory, "planted")}\n`);
      chmodSync(program, 0o755);
      for (const hook of ["post-checkout", "post-index-change", "pre-commit", "reference-transaction"]) {
        writeFileSync(join(tree.root, ".git/hooks", hook), `#!/bin/sh\n${program} ${hook}\n`, { mode: 0o755 });
      }
      const settings = ["[core]", `fsmonitor = ${program}`, `sshCommand = ${program}`, `pager = ${program}`];
      const filter = ['[filter "x"]', `clean = ${program}`, `smudge = ${program}`, "required = true"];
      const diff = ['[diff "x"]', `textconv = ${program}`, `command = ${program}`];
      writeFileSync(join(tree.root, ".git/config"), [...settings, ...filter, ...diff, ""].join("\n"), { flag: "a" });
      writeFileSync(join(tree.root, ".git/info/attributes"), "* filter=x diff=x\n");
    },
  ),
  scenario(
    "works where there is no commit yet",
    async (tree) => {
      const repository = await tree.open();
      const before = await take(repository);
      tree.write("b.js", "b\n");
      assert.deepEqual(await changesSince(repository, before), ["added b.js"]);
      const copy = unwrap(await repository.copy(before.tree, [], never));
      assert.equal(git(copy.root, "status", "--porcelain"), "?? a.js\n");
    },
    (tree) => {
      tree.git("init", "-q");
      tree.write("a.js", "a\n");
    },
  ),
  scenario(
    "works on a detached head, in the middle of a merge, with conflicts",
    async (tree) => {
      const repository = await tree.open();
      const before = await take(repository);
      tree.write("src/a.js", "resolved\n");
      assert.deepEqual(await changesSince(repository, before), ["modified src/a.js"]);
    },
    (tree) => {
      begin(tree);
      tree.git("checkout", "-q", "-b", "other");
      tree.write("src/a.js", "other\n");
      tree.commit();
      tree.git("checkout", "-q", "--detach", "main");
      tree.write("src/a.js", "mine\n");
      tree.commit();
      assert.throws(() => tree.git("merge", "-q", "other"));
    },
  ),
  scenario(
    "keeps bytes as they are where git converts line ends",
    async (tree) => {
      const repository = await tree.open();
      const before = await take(repository);
      const files = unwrap(await repository.files(before.tree, never));
      assert.equal(await files.read("dos.txt"), "a\r\nb\r\n");
      assert.equal(await files.read("ident.txt"), "$Id$\n");
      assert.deepEqual(await changesSince(repository, before), []);
      tree.write("dos.txt", "a\nb\n");
      assert.deepEqual(await changesSince(repository, before), ["modified dos.txt"]);
      const copy = unwrap(await repository.copy(before.tree, [], never));
      assert.equal(
        git(copy.root, "hash-object", "--no-filters", "dos.txt"),
        git(copy.root, "rev-parse", `${before.tree}:dos.txt`),
      );
    },
    (tree) => {
      begin(tree);
      tree.git("config", "core.autocrlf", "true");
      tree.write(".gitattributes", "*.txt text\nident.txt ident\n");
      tree.write("dos.txt", "a\r\nb\r\n");
      tree.write("ident.txt", "$Id$\n");
      tree.commit();
    },
  ),
  scenario(
    "works with a sparse index and an untracked cache",
    async (tree) => {
      const repository = await tree.open();
      const before = await take(repository);
      tree.write("src/a.js", "two\n");
      assert.deepEqual(await changesSince(repository, before), ["modified src/a.js"]);
    },
    (tree) => {
      begin(tree);
      tree.git("sparse-checkout", "set", "--sparse-index", "src");
      tree.git("config", "core.untrackedCache", "true");
      tree.git("status");
    },
  ),
  scenario(
    "works with a split index",
    async (tree) => {
      const repository = await tree.open();
      const before = await take(repository);
      tree.write("src/a.js", "two\n");
      assert.deepEqual(await changesSince(repository, before), ["modified src/a.js"]);
    },
    (tree) => {
      begin(tree);
      tree.git("update-index", "--split-index");
    },
  ),
  scenario(
    "works in a repository of SHA-256",
    async (tree) => {
      const repository = await tree.open();
      const before = await take(repository);
      assert.match(before.tree, /^[0-9a-f]{64}$/);
      tree.remove("src/a.js");
      const now = await take(repository);
      const amendments = [{ path: "src/a.js", to: "asIn", tree: before.tree }] as const;
      assert.equal(unwrap(await repository.amend(now.tree, amendments, never)), before.tree);
      const copy = unwrap(await repository.copy(before.tree, [], never));
      assert.equal(git(copy.root, "status", "--porcelain"), "");
    },
    (tree) => {
      tree.git("init", "-q", "--object-format=sha256");
      tree.write("src/a.js", "one\n");
      tree.commit();
    },
  ),
  scenario(
    "leaves submodules and other repositories in the work tree alone",
    async (tree, directory) => {
      const repository = await tree.open();
      const before = await take(repository);
      assert.deepEqual([...before.beside].sort(), ["clone", "sub"]);
      tree.write("sub/file.js", "changed\n");
      tree.write("clone/other.js", "changed\n");
      assert.deepEqual(await changesSince(repository, before), []);
      assert.equal(existsSync(join(directory, "planted")), false);
    },
    (tree, directory) => {
      const other = new WorkTree(directory, join(directory, "other"));
      begin(other);
      begin(tree);
      tree.git("submodule", "--quiet", "add", other.root, "sub");
      tree.commit();
      git(tree.root, "clone", "-q", other.root, "clone");
      const monitor = join(directory, "monitor.sh");
      writeFileSync(monitor, `#!/bin/sh\ntouch ${join(directory, "planted")}\n`, { mode: 0o755 });
      git(join(tree.root, "clone"), "config", "core.fsmonitor", monitor);
      git(join(tree.root, "sub"), "config", "core.fsmonitor", monitor);
    },
  ),
  scenario("is the same for every directory of the work tree", async (tree) => {
    const repository = await tree.open();
    assert.equal(await tree.open(join(tree.root, "src")), repository);
    assert.equal(repository.root, tree.root);
  }),
  {
    title: "works in a linked work tree of a linked work tree",
    async run(directory) {
      const tree = new WorkTree(directory);
      begin(tree);
      tree.git("worktree", "add", "-q", join(directory, "second"), "-b", "second");
      git(join(directory, "second"), "worktree", "add", "-q", join(directory, "third"), "-b", "third");
      const third = new WorkTree(directory, join(directory, "third"));
      const list = tree.git("worktree", "list");
      const repository = await third.open();
      assert.equal(repository.root, third.root);
      const before = await take(repository);
      third.write("src/a.js", "three\n");
      assert.deepEqual(await changesSince(repository, before), ["modified src/a.js"]);
      const copy = unwrap(await repository.copy(before.tree, [], never));
      assert.equal(git(copy.root, "log", "--format=%s"), "start\n");
      assert.equal(tree.git("worktree", "list"), list);
      await third.repositories.dispose();
    },
  },
  {
    title: "says where there is no work tree",
    async run(directory) {
      const tree = new WorkTree(directory);
      assert.deepEqual(await tree.repositories.open(tree.root, never), { status: "none" });
      tree.git("init", "-q", "--bare");
      assert.deepEqual(await tree.repositories.open(tree.root, never), { status: "none" });
    },
  },
];
