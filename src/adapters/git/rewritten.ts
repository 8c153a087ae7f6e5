import { lstat } from "node:fs/promises";
import { join } from "node:path";
import type { Answer } from "../../ports/repository.ts";
import type { GitDirectory } from "./git-directory.ts";
import { failure } from "./git-trees.ts";
import { splitNul } from "./nul-list.ts";

/**
 * Files in the private index that something has written since then: git tells which ones don't look as they did, without
 * reading them, those aside that changed so lately that they may. No program can set back the time of such a change.
 */
export async function findRewritten(
  git: GitDirectory,
  recent: readonly string[],
  since: number | undefined,
  signal: AbortSignal,
): Promise<Answer<readonly string[]>> {
  if (since === undefined) return { ok: true, value: [] };
  const answer = await git.run(["diff-files", "-z", "--name-only"], { signal });
  if (!answer.ok) return failure(answer);
  const paths = [...new Set([...splitNul(answer.stdout), ...recent])];
  const times = await Promise.all(
    paths.map(async (path) => (await lstat(join(git.layout.root, path)).catch(() => undefined))?.ctimeMs ?? since),
  );
  return { ok: true, value: paths.filter((_, index) => (times[index] ?? since) >= since) };
}
