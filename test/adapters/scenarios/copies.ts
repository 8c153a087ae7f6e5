import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  utimesSync,
} from "node:fs";
import { join } from "node:path";
import { machineMark, makePrivateDirectory, sweepOrphans } from "../../../src/adapters/git/private-directory.ts";
import type { Scenario } from "../../support/scenario.ts";
import { begin, changesSince, git, scenario, take, unwrap, WorkTree } from "./work-tree.ts";

const never = new AbortController().signal;

/** Copies of a work tree, and what becomes of them. */
export const SCENARIOS_OF_COPIES: readonly Scenario[] = [
  scenario("holds a tree in which some paths hold something else", async (tree) => {
    const repository = await tree.open();
    const before = await take(repository);
    tree.write("src/a.js", "two\n");
    tree.write("test/a.test.js", "weaker\n");
    tree.write("test/new.test.js", "new\n");
    chmodSync(join(tree.root, "src/a.js"), 0o755);
    const now = await take(repository, before);
    const amended = unwrap(
      await repository.amend(
        now.tree,
        [
          { path: "test/a.test.js", to: "asIn", tree: before.tree },
          { path: ".gitignore", to: "removed" },
          { path: "package.json", to: "text", text: "{}\n" },
          { path: "never.js", to: "asIn", tree: before.tree },
        ],
        never,
      ),
    );
    const { root, remove } = unwrap(await repository.copy(amended, now.beside, never));
    const read = (path: string) => readFileSync(join(root, path), "utf8");
    assert.deepEqual(["src/a.js", "test/a.test.js", "test/new.test.js", "package.json"].map(read), [
      "two\n",
      "test\n",
      "new\n",
      "{}\n",
    ]);
    assert.equal(existsSync(join(root, ".gitignore")), false);
    assert.equal(lstatSync(join(root, "src/a.js")).mode & 0o111, 0o111);
    assert.equal(git(root, "log", "--format=%s"), "start\n");
    assert.match(git(root, "status", "--porcelain"), / M src\/a\.js/);
    assert.equal(await remove(), undefined);
    assert.equal(existsSync(root), false);
    assert.deepEqual(readFileSync(join(tree.root, "test/a.test.js"), "utf8"), "weaker\n");
  }),
  scenario("brings dependencies as links, and packages of the work tree itself as its own", async (tree) => {
    tree.write("node_modules/dep/index.js", "dep\n");
    tree.write("node_modules/@scope/dep/index.js", "scoped\n");
    tree.write("node_modules/.cache/stale", "stale\n");
    tree.write("packages/own/index.js", "own\n");
    tree.write("packages/own/node_modules/inner/index.js", "inner\n");
    symlinkSync("../packages/own", join(tree.root, "node_modules/own"));
    mkdirSync(join(tree.root, "node_modules/.bin"));
    symlinkSync("../dep/index.js", join(tree.root, "node_modules/.bin/dep"));
    const repository = await tree.open();
    const state = await take(repository);
    const { root, remove } = unwrap(await repository.copy(state.tree, state.beside, never));
    const real = (path: string) => realpathSync(join(root, path));
    assert.equal(real("node_modules/dep"), join(tree.root, "node_modules/dep"));
    assert.equal(real("node_modules/@scope/dep"), join(tree.root, "node_modules/@scope/dep"));
    assert.equal(real("node_modules/.bin/dep"), join(tree.root, "node_modules/dep/index.js"));
    assert.equal(real("node_modules/own"), join(root, "packages/own"));
    assert.equal(real("packages/own/node_modules/inner"), join(tree.root, "packages/own/node_modules/inner"));
    assert.equal(existsSync(join(root, "node_modules/.cache")), false);
    assert.equal(await remove(), undefined);
    assert.equal(readFileSync(join(tree.root, "node_modules/dep/index.js"), "utf8"), "dep\n");
    assert.equal(readFileSync(join(tree.root, "packages/own/node_modules/inner/index.js"), "utf8"), "inner\n");
  }),
  scenario("follows a link to dependencies, and no link out of the copy", async (tree, directory) => {
    mkdirSync(join(directory, "shared", "dep"), { recursive: true });
    symlinkSync("../shared", join(tree.root, "node_modules"));
    tree.write("a/code.js", "");
    tree.write("a/dist/out.js", "");
    const repository = await tree.open();
    const state = await take(repository);
    assert.deepEqual([...state.beside].sort(), ["a/dist", "node_modules"]);
    tree.remove("a");
    symlinkSync(join(directory, "shared"), join(tree.root, "a"));
    const linked = await take(repository);
    const { root } = unwrap(await repository.copy(linked.tree, state.beside, never));
    assert.equal(realpathSync(join(root, "node_modules/dep")), join(directory, "shared/dep"));
    assert.equal(lstatSync(join(root, "a")).isSymbolicLink(), true);
    assert.deepEqual(readdirSync(join(directory, "shared")), ["dep"]);
  }),
  scenario("copies small ignored folders and links large ones", async (tree) => {
    tree.write("dist/out.js", "built\n");
    symlinkSync("out.js", join(tree.root, "dist/link.js"));
    tree.write("a/code.js", "");
    tree.write("a/dist/large", new Uint8Array(51 * 1024 * 1024));
    tree.write("large.bin", new Uint8Array(17 * 1024 * 1024));
    const repository = await tree.open();
    const state = await take(repository);
    const { root } = unwrap(await repository.copy(state.tree, state.beside, never));
    const isLink = (path: string) => lstatSync(join(root, path)).isSymbolicLink();
    assert.deepEqual(["dist", "dist/link.js", "a/dist", "large.bin"].map(isLink), [false, true, true, false]);
    assert.equal(realpathSync(join(root, "dist/link.js")), join(root, "dist/out.js"));
  }),
  scenario("goes although it holds a folder that may not be written to", async (tree) => {
    const repository = await tree.open();
    const { root, remove } = unwrap(await repository.copy((await take(repository)).tree, [], never));
    chmodSync(join(root, "src"), 0o500);
    assert.equal(await remove(), undefined);
    assert.equal(existsSync(root), false);
  }),
  scenario("keeps what nobody else may read", async (tree) => {
    const repository = await tree.open();
    const { root } = unwrap(await repository.copy((await take(repository)).tree, [], never));
    const [own = ""] = readdirSync(join(tree.data, "opencode-dod-gate", "integrity"));
    assert.equal(lstatSync(join(tree.data, "opencode-dod-gate", "integrity", own)).mode & 0o077, 0);
    assert.ok(root.startsWith(tree.data));
  }),
  scenario("tells what has been written since a state, also where it is what it was", async (tree) => {
    tree.write("test/a.test.js", "fresh\n");
    const repository = await tree.open();
    await take(repository);
    tree.write("test/a.test.js", "test\n");
    // What is written in the same millisecond counts as written since.
    const { ctimeMs } = lstatSync(join(tree.root, "test/a.test.js"));
    while (Date.now() <= ctimeMs) await new Promise((resolve) => setTimeout(resolve, 1));
    const state = await take(repository);
    assert.deepEqual((await take(repository, undefined, state.takenAt)).rewritten, []);
    tree.write("test/a.test.js", "lie\n");
    tree.write("test/a.test.js", "test\n");
    assert.deepEqual((await take(repository, undefined, state.takenAt)).rewritten, ["test/a.test.js"]);
    assert.deepEqual(await changesSince(repository, state), []);
  }),
  scenario("stops when told so, and goes on afterwards", async (tree) => {
    const repository = await tree.open();
    const stopped = await repository.capture({}, AbortSignal.abort());
    assert.deepEqual(stopped.ok ? undefined : stopped.why, "stopped");
    const before = await take(repository);
    tree.write("src/a.js", "two\n");
    assert.deepEqual(await changesSince(repository, before), ["modified src/a.js"]);
  }),
  {
    title: "sweeps what dead processes have left, and nothing else",
    async run(directory) {
      const tree = new WorkTree(directory);
      begin(tree);
      tree.write("node_modules/dep/index.js", "dep\n");
      const parent = join(tree.data, "opencode-dod-gate", "integrity");
      const child = spawn("true");
      await once(child, "exit");
      mkdirSync(join(parent, `${child.pid}-12345-${machineMark()}-abc`, "copies"), { recursive: true });
      symlinkSync(
        join(tree.root, "node_modules"),
        join(parent, `${child.pid}-12345-${machineMark()}-abc`, "copies", "node_modules"),
      );
      mkdirSync(join(parent, `${process.pid}-1-${machineMark()}-reused`));
      mkdirSync(join(parent, "of somebody else"));
      mkdirSync(join(parent, `${child.pid}-12345-00000000-elsewhere`));
      mkdirSync(join(parent, `${child.pid}-12345-00000000-long-ago`));
      utimesSync(join(parent, `${child.pid}-12345-00000000-long-ago`), 1000, 1000);
      const own = await makePrivateDirectory(parent);
      assert.deepEqual(await sweepOrphans(parent), []);
      const expected = [
        own,
        join(parent, "of somebody else"),
        join(parent, `${child.pid}-12345-00000000-elsewhere`),
      ].sort();
      const left = readdirSync(parent).map((name) => join(parent, name));
      // Where the system doesn't tell when a process was started, a number that is in use again is left alone.
      assert.deepEqual(
        left.filter((path) => !path.endsWith("reused") || process.platform === "linux").sort(),
        expected,
      );
      assert.equal(readFileSync(join(tree.root, "node_modules/dep/index.js"), "utf8"), "dep\n");
    },
  },
];
