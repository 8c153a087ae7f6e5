import { constants } from "node:fs";
import { access, lstat } from "node:fs/promises";
import { join } from "node:path";
import type { GitDirectory } from "./git-directory.ts";
import type { GitAnswer } from "./git-process.ts";
import { joinNul } from "./nul-list.ts";

export interface IndexUpdate {
  /** Paths that are in the index already. */
  readonly changed: readonly string[];
  readonly added: readonly string[];
  /** Bytes above which an added file stays out. */
  readonly mostBytes: number;
}

/** Git compares times by the second, in milliseconds. */
const coarseness = 2000;

/** What is to happen with one path: `leave` it out, where it is not in the index anyway. */
type Step = "put" | "drop" | "leave";

export type UpdateOutcome =
  | {
      readonly ok: true;
      readonly tooLarge: readonly string[];
      /** What changed so lately that another change may look the same to git. */
      readonly recent: readonly string[];
    }
  | Extract<GitAnswer, { ok: false }>;

/** Brings the private index up to what the files hold. What can't be read goes out of it, so that it shows as deleted. */
export async function updateIndex(
  git: GitDirectory,
  { changed, added, mostBytes }: IndexUpdate,
  signal: AbortSignal,
): Promise<UpdateOutcome> {
  const put: string[] = [];
  const drop: string[] = [];
  const tooLarge: string[] = [];
  const links: string[] = [];
  const recent: string[] = [];
  const now = Date.now();
  const take = async (path: string, isKnown: boolean): Promise<Step> => {
    const facts = await lstat(join(git.layout.root, path)).catch(() => undefined);
    if (facts !== undefined && facts.ctimeMs > now - coarseness) recent.push(path);
    if (facts?.isSymbolicLink()) {
      if (!isKnown) links.push(`${path}/`);
      return "put";
    }
    if (!facts?.isFile()) return isKnown ? "drop" : "leave";
    if (isKnown || facts.size <= mostBytes) return "put";
    tooLarge.push(path);
    return "leave";
  };
  const sort = async (paths: readonly string[], isKnown: boolean) => {
    const steps = await Promise.all(paths.map((path) => take(path, isKnown)));
    for (const [index, step] of steps.entries()) {
      const path = paths[index] ?? "";
      if (step === "put") put.push(path);
      if (step === "drop") drop.push(path);
    }
  };
  await sort(added, false);
  await sort(changed, true);
  // A directory that has become a link: what the index holds below it lies elsewhere now.
  const beyond = (path: string) => links.some((link) => path.startsWith(link));
  drop.push(...put.filter(beyond));
  const kept = put.filter((path) => !beyond(path));

  const dropped = await change(git, ["--force-remove"], drop, signal);
  if (!dropped.ok) return dropped;
  const done = await change(git, ["--add", "--remove", "--replace"], kept, signal);
  if (done.ok) return { ok: true, tooLarge, recent };
  return (await retryReadable(git, kept, signal)) ?? { ok: true, tooLarge, recent };
}

/** Once more, with what can be read; the failure where that is no better. */
async function retryReadable(git: GitDirectory, paths: readonly string[], signal: AbortSignal) {
  const readable = await Promise.all(paths.map((path) => isReadable(join(git.layout.root, path))));
  const out = paths.filter((_, index) => readable[index] !== true);
  const rest = paths.filter((_, index) => readable[index] === true);
  const dropped = await change(git, ["--force-remove"], out, signal);
  if (!dropped.ok) return dropped;
  const done = await change(git, ["--add", "--remove", "--replace"], rest, signal);
  return done.ok ? undefined : done;
}

async function isReadable(path: string): Promise<boolean> {
  const facts = await lstat(path).catch(() => undefined);
  if (facts === undefined) return false;
  return facts.isSymbolicLink() || access(path, constants.R_OK).then(...answers);
}

const answers = [() => true, () => false] as const;

/** Takes paths out of the index, so that they are read again. */
export async function forget(git: GitDirectory, paths: readonly string[], signal: AbortSignal) {
  return change(git, ["--force-remove"], paths, signal);
}

async function change(git: GitDirectory, options: string[], paths: readonly string[], signal: AbortSignal) {
  if (paths.length === 0) return { ok: true } as const;
  return git.run(["update-index", ...options, "-z", "--stdin"], { input: joinNul(paths), signal });
}
