import assert from "node:assert/strict";
import { chmodSync, copyFileSync } from "node:fs";
import { join } from "node:path";
import { scenario, take, unwrap, type WorkTree } from "./work-tree.ts";

const never = new AbortController().signal;
const guilty = /holds something else than its name says/;

/** A producer that writes to the repository's objects: names stay, contents don't. */
export const SCENARIOS_OF_FORGERY = [
  scenario("a forged file is neither read nor laid out (attack 2)", async (tree) => {
    const repository = await tree.open();
    const before = await take(repository);
    const undo = forge(tree, tree.git("rev-parse", "HEAD:test/a.test.js"), tree.git("rev-parse", "HEAD:src/a.js"));
    const files = unwrap(await repository.files(before.tree, never));
    await assert.rejects(files.read("test/a.test.js"), guilty);
    assert.equal(await files.read("src/a.js"), "one\n");
    const copy = await repository.copy(before.tree, [], never);
    assert.match(copy.ok ? "" : copy.message, guilty);
    undo();
  }),
  scenario("a forged folder changes nothing in what was taken before (attack 2)", async (tree) => {
    const repository = await tree.open();
    const before = await take(repository);
    const undo = forge(tree, tree.git("rev-parse", "HEAD:test"), tree.git("rev-parse", "HEAD:src"));
    const files = unwrap(await repository.files(before.tree, never));
    assert.deepEqual([...(await files.list())], [".gitignore", "src/a.js", "test/a.test.js"]);
    undo();
  }),
];

/** Puts one object's content in another's place. */
function forge(tree: WorkTree, victim: string, model: string): () => void {
  const place = fileOf(tree, victim);
  const kept = join(tree.data, "kept");
  copyFileSync(place, kept);
  chmodSync(place, 0o644);
  copyFileSync(fileOf(tree, model), place);
  return () => {
    copyFileSync(kept, place);
    chmodSync(place, 0o444);
  };
}

function fileOf(tree: WorkTree, name: string): string {
  return join(tree.root, ".git/objects", name.slice(0, 2), name.trim().slice(2));
}
