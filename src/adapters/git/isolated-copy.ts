import { copyFile, mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Answer, IsolatedCopy } from "../../ports/repository.ts";
import { findForged } from "./blob-name.ts";
import { bringAlong } from "./bring-along.ts";
import { configOf, type GitDirectory, quotePath } from "./git-directory.ts";
import { describeForged, failure, readEntries } from "./git-trees.ts";
import { removeTree } from "./remove-tree.ts";

export interface CopyRequest {
  /** Absolute, links followed, and not there yet. */
  readonly root: string;
  readonly tree: string;
  /** Paths of the work tree that are not in the tree. */
  readonly beside: readonly string[];
  readonly signal: AbortSignal;
}

/** Lays a tree out in a directory with a git directory of its own, so that what runs there finds what it expects. */
export async function makeCopy(
  git: GitDirectory,
  { root, tree, beside, signal }: CopyRequest,
): Promise<Answer<IsolatedCopy>> {
  await mkdir(root, { recursive: true, mode: 0o700 });
  const index = join(dirname(root), `index-${crypto.randomUUID()}`);
  const copy: IsolatedCopy = { root, remove: () => removeTree(root) };
  try {
    for (const args of [
      ["read-tree", tree],
      ["checkout-index", "-a", "-f"],
    ]) {
      const answer = await git.run(args, { index, workTree: root, signal });
      if (answer.ok) continue;
      await copy.remove();
      return failure(answer);
    }
    const entries = await readEntries(git, tree, signal);
    const forged = entries.ok ? await findForged(root, entries.value) : undefined;
    if (!entries.ok || forged !== undefined) {
      await copy.remove();
      return entries.ok ? { ok: false, why: "failed", message: describeForged(forged ?? "") } : entries;
    }
    await bringAlong({ from: git.layout.root, to: root, paths: beside, signal });
    await makeOwnGit(git, root, signal);
    return { ok: true, value: copy };
  } finally {
    await rm(index, { force: true });
  }
}

/** At the user's commit, with the user's index, and with no way back into the user's repository. */
async function makeOwnGit(git: GitDirectory, root: string, signal: AbortSignal): Promise<void> {
  const { layout } = git;
  const own = join(root, ".git");
  const head = await git.run(["--git-dir", layout.gitDirectory, "rev-parse", "--verify", "--quiet", "HEAD"], {
    signal,
  });
  await Promise.all(["objects/info", "refs/heads"].map((part) => mkdir(join(own, part), { recursive: true })));
  const objects = [layout.objects, join(git.path, "objects")];
  await Promise.all([
    writeFile(join(own, "HEAD"), head.ok ? head.stdout : "ref: refs/heads/main\n"),
    writeFile(join(own, "config"), configOf(layout)),
    writeFile(join(own, "objects/info/alternates"), objects.map((path) => `${quotePath(path)}\n`).join("")),
    copyFile(layout.index, join(own, "index")).catch(() => undefined),
  ]);
}
