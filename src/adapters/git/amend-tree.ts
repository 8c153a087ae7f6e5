import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Amendment, Answer } from "../../ports/repository.ts";
import type { GitDirectory } from "./git-directory.ts";
import { failure, readEntries, type TreeEntry } from "./git-trees.ts";

type Entries = ReadonlyMap<string, TreeEntry>;

/** The tree in which some paths hold something else, made in an index of its own. */
export async function amendTree(
  git: GitDirectory,
  tree: string,
  amendments: readonly Amendment[],
  signal: AbortSignal,
): Promise<Answer<string>> {
  if (amendments.length === 0) return { ok: true, value: tree };
  const lines = await linesOf(git, tree, amendments, signal);
  if (!lines.ok) return lines;
  const index = join(git.path, `amend-${crypto.randomUUID()}`);
  try {
    const read = await git.run(["read-tree", tree], { index, signal });
    if (!read.ok) return failure(read);
    const input = lines.value.map((line) => `${line}\0`).join("");
    const update = await git.run(["update-index", "--add", "--replace", "-z", "--index-info"], {
      index,
      input,
      signal,
    });
    if (!update.ok) return failure(update);
    const written = await git.run(["write-tree", "--missing-ok"], { index, signal, isAlone: true });
    return written.ok ? { ok: true, value: written.stdout.toString().trim() } : failure(written);
  } finally {
    await rm(index, { force: true });
  }
}

/** What `update-index --index-info` reads, removals first: they make room. */
async function linesOf(
  git: GitDirectory,
  tree: string,
  amendments: readonly Amendment[],
  signal: AbortSignal,
): Promise<Answer<readonly string[]>> {
  const listings = new Map<string, Entries>();
  const entriesOf = async (name: string): Promise<Answer<Entries>> => {
    const known = listings.get(name);
    if (known !== undefined) return { ok: true, value: known };
    const read = await readEntries(git, name, signal);
    if (read.ok) listings.set(name, read.value);
    return read;
  };
  const removed: string[] = [];
  const put: string[] = [];
  for (const amendment of amendments) {
    const { path } = amendment;
    switch (amendment.to) {
      case "removed":
        removed.push(removalOf(path, tree));
        break;
      case "asIn": {
        const entries = await entriesOf(amendment.tree);
        if (!entries.ok) return entries;
        const entry = entries.value.get(path);
        if (entry === undefined) removed.push(removalOf(path, tree));
        else put.push(`${entry.mode} ${entry.name}\t${path}`);
        break;
      }
      case "text": {
        const entries = await entriesOf(tree);
        if (!entries.ok) return entries;
        const args = ["hash-object", "-w", "--stdin", "--no-filters"];
        const written = await git.run(args, { input: amendment.text, signal });
        if (!written.ok) return failure(written);
        const mode = entries.value.get(path)?.mode ?? "100644";
        put.push(`${mode.startsWith("100") ? mode : "100644"} ${written.stdout.toString().trim()}\t${path}`);
        break;
      }
    }
  }
  return { ok: true, value: [...removed, ...put] };
}

/** A name of zeros, as long as the tree's own, stands for nothing. */
function removalOf(path: string, tree: string): string {
  return `0 ${"0".repeat(tree.length)}\t${path}`;
}
