import type { FileFacts, Files, ReadOutcome } from "../ports/machine.ts";
import type { Git, Head } from "../ports/repository.ts";

/** What has to be known of a project's files before anything of it runs. */
export type ProjectFiles = Pick<Files, "read" | "stat">;

/** A commit's files, by the paths that they have in its work tree. Each is read once. */
export function commitFiles(head: Head, git: Pick<Git, "kindsAt" | "readAt">): ProjectFiles {
  const read = new Map<string, Promise<ReadOutcome>>();
  const facts = new Map<string, Promise<FileFacts | undefined>>();
  return {
    read: (path, maxBytes) => remember(read, path, () => git.readAt(head, path, maxBytes)),
    stat: (path) => remember(facts, path, () => statAt(path, head, git)),
  };
}

async function statAt(path: string, head: Head, git: Pick<Git, "kindsAt">): Promise<FileFacts | undefined> {
  const reading = await git.kindsAt(head, [path]);
  const kind = reading.status === "read" ? reading.kinds.get(path) : undefined;
  if (kind === undefined) return undefined;
  return { type: kind === "file" || kind === "directory" ? kind : "other", size: 0, changedAt: 0 };
}

function remember<Value>(known: Map<string, Promise<Value>>, path: string, ask: () => Promise<Value>): Promise<Value> {
  const answer = known.get(path) ?? ask();
  known.set(path, answer);
  return answer;
}
