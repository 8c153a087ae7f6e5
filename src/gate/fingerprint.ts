import type { ChangedFile } from "../artefact/artefact.ts";
import type { Files } from "../ports/machine.ts";

/** Files that a gate watches while it judges; beyond this many, the rest is not watched. */
const mostWatched = 500;
/** Larger files are compared by size and time of change instead of by content, in bytes. */
const largestHashed = 8 * 1024 * 1024;

/** What the producer's own files looked like at one moment, by path. */
export type Fingerprint = ReadonlyMap<string, string>;

/** Takes the state of the files that the producer itself wrote; what it merely may have changed is not watched. */
export async function fingerprint(changed: readonly ChangedFile[], files: Files): Promise<Fingerprint> {
  const watched = changed.filter((file) => file.status !== "observed").slice(0, mostWatched);
  const entries = await Promise.all(watched.map(async ({ path }) => [path, await stateOf(path, files)] as const));
  return new Map(entries);
}

/** The paths whose state differs. */
export function differences(before: Fingerprint, after: Fingerprint): string[] {
  return [...before].filter(([path, state]) => after.get(path) !== state).map(([path]) => path);
}

async function stateOf(path: string, files: Files): Promise<string> {
  const facts = await files.stat(path);
  if (facts === undefined) return "missing";
  if (facts.type !== "file" || facts.size > largestHashed) return `${facts.type} ${facts.size} ${facts.changedAt}`;
  return (await files.hash(path)) ?? "unreadable";
}
