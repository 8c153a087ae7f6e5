import { basename } from "node:path/posix";
import type { GitDirectory } from "./git-directory.ts";
import type { GitAnswer } from "./git-process.ts";
import { splitNul } from "./nul-list.ts";

/** How the work tree differs from the private index. */
export interface WorkTreeListing {
  /** Not in the index, and not ignored. */
  readonly untracked: readonly string[];
  /** In the index, and with another content or gone. */
  readonly changed: readonly string[];
  /** Ignored files that lie in no ignored directory. */
  readonly ignored: readonly string[];
  /** Ignored directories, and repositories of their own. */
  readonly beside: readonly string[];
}

type Failure = Extract<GitAnswer, { ok: false }>;

export async function listWorkTree(git: GitDirectory, signal: AbortSignal): Promise<WorkTreeListing | Failure> {
  const others = ["ls-files", "-z", "-o", "--exclude-standard"];
  const [own, ignored] = await Promise.all([
    git.run([...others, "-t", "-m", "-d"], { signal }),
    git.run([...others, "-i", "--directory"], { signal }),
  ]);
  if (!own.ok) return own;
  if (!ignored.ok) return ignored;
  const untracked: string[] = [];
  const changed = new Set<string>();
  const beside = new Set<string>();
  for (const line of splitNul(own.stdout)) {
    const path = line.slice(2);
    if (!line.startsWith("?")) changed.add(path);
    else if (path.endsWith("/")) beside.add(path.slice(0, -1));
    else untracked.push(path);
  }
  const files: string[] = [];
  for (const path of splitNul(ignored.stdout)) {
    if (path.endsWith("/")) beside.add(path.slice(0, -1));
    // A link, as work trees share their dependencies by.
    else if (basename(path) === "node_modules") beside.add(path);
    else files.push(path);
  }
  return { untracked, changed: [...changed], ignored: files, beside: [...beside] };
}

/** Every file in some directories, whatever is ignored. */
export async function listFilesIn(
  git: GitDirectory,
  directories: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[] | Failure> {
  const answer = await git.run(["ls-files", "-z", "-o", "--", ...directories], { signal });
  return answer.ok ? splitNul(answer.stdout).filter((path) => !path.endsWith("/")) : answer;
}
