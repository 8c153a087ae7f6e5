import { createHash } from "node:crypto";
import { lstat, readFile, readlink } from "node:fs/promises";
import { join } from "node:path";
import type { TreeEntry } from "./git-trees.ts";

/** Files that are read at once. */
const atOnce = 16;
/** Larger ones are believed, in bytes. */
const largest = 16 * 1024 * 1024;

/** The name under which git keeps a content. The length of a name tells which kind of hash a repository uses. */
export function blobName(content: Buffer, like: string): string {
  const hash = createHash(like.length === 64 ? "sha256" : "sha1");
  return hash.update(`blob ${content.length}\0`).update(content).digest("hex");
}

/**
 * The first path below a root that holds something else than its name says: git does not look when it reads an object, and
 * whoever may write to the repository may have put another content in its place.
 */
export async function findForged(root: string, entries: ReadonlyMap<string, TreeEntry>): Promise<string | undefined> {
  const waiting = [...entries].values();
  let forged: string | undefined;
  const work = async () => {
    for (const [path, { mode, name }] of waiting) {
      if (forged !== undefined) return;
      const content = await contentOf(join(root, path), mode);
      if (content !== undefined && blobName(content, name) !== name) forged = path;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return forged;
}

async function contentOf(path: string, mode: string): Promise<Buffer | undefined> {
  if (mode === "120000") return Buffer.from(await readlink(path).catch(() => readFile(path, "utf8")));
  if (!mode.startsWith("100")) return undefined;
  return (await lstat(path)).size > largest ? undefined : readFile(path);
}
