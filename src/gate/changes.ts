import { resolve } from "node:path";
import type { Artefact } from "../artefact/artefact.ts";
import type { ChangeAnswer } from "../checks/context.ts";
import type { Files } from "../ports.ts";

/** File systems keep times coarsely, and a command's end is noted a moment after its last write, in milliseconds. */
const slack = 50;

/**
 * Answers whether the producer created or changed what is at a path. Its own tool calls say so for certain. What a
 * command wrote stands in no tool call: there the host's snapshots answer, and for files that these leave out (ignored
 * by git, large, or outside) the time of change, which must lie within a command's run.
 */
export async function wasChanged(artefact: Artefact, path: string, files: Files): Promise<ChangeAnswer> {
  const names = new Set([resolve(path), (await files.realPath(path)) ?? path]);
  for (const file of artefact.changedFiles) {
    const real = names.has(file.path) ? file.path : await files.realPath(file.path);
    if (real !== undefined && names.has(real)) return file.status === "observed" ? "observed" : "changed";
  }
  if (artefact.untracked.length === 0) return "unchanged";
  const facts = await files.stat(path);
  if (facts === undefined) return "unchanged";
  const within = artefact.untracked.some(
    ({ from, to }) => facts.changedAt >= from - slack && facts.changedAt <= to + slack,
  );
  return within ? "observed" : "unchanged";
}
