import { resolve, sep } from "node:path";
import type { Artefact } from "../artefact/artefact.ts";
import type { ChangeAnswer } from "../checks/context.ts";
import type { Files } from "../ports/machine.ts";
import type { Git } from "../ports/repository.ts";

/** File systems keep times coarsely, and a command's end is noted a moment after its last write, in milliseconds. */
const slack = 50;

/** The host's snapshots leave larger new files out, in bytes. */
const largestInSnapshots = 2 * 1024 * 1024;

export interface ChangeQuestion {
  readonly artefact: Artefact;
  /** Absolute. */
  readonly path: string;
  /** The absolute base directory. */
  readonly directory: string;
}

/**
 * Answers whether the producer created or changed what is at a path; a directory changes with what lies in it. Its own tool
 * calls say so for certain. What a command wrote stands in no tool call: there the host's snapshots answer, and for files
 * that these leave out (ignored by git, large, or no snapshots at all) the time of change, which must lie within a command's
 * run.
 */
export async function wasChanged(
  question: ChangeQuestion,
  files: Files,
  git: Pick<Git, "isIgnored">,
): Promise<ChangeAnswer> {
  const { artefact, path } = question;
  const names = new Set([resolve(path), (await files.realPath(path)) ?? path]);
  let observed = false;
  for (const file of artefact.changedFiles) {
    const real = liesIn(file.path, names) ? file.path : await files.realPath(file.path);
    if (real === undefined || !liesIn(real, names)) continue;
    if (file.status !== "observed") return "changed";
    observed = true;
  }
  if (observed) return "observed";
  return (await changedUnseen(question, files, git)) ? "observed" : "unchanged";
}

function liesIn(path: string, names: ReadonlySet<string>): boolean {
  return [...names].some((name) => path === name || path.startsWith(name.endsWith(sep) ? name : name + sep));
}

/** Whether something changed during a command's run that no snapshot would show. */
async function changedUnseen(
  { artefact, path, directory }: ChangeQuestion,
  files: Files,
  git: Pick<Git, "isIgnored">,
): Promise<boolean> {
  if (artefact.untracked.length === 0) return false;
  const facts = await files.stat(path);
  if (facts === undefined) return false;
  const within = artefact.untracked.some(
    ({ from, to }) => facts.changedAt >= from - slack && facts.changedAt <= to + slack,
  );
  if (!within) return false;
  const isSeen = artefact.attribution === "known" && facts.size <= largestInSnapshots;
  return !isSeen || (await git.isIgnored(path, directory)) !== false;
}
