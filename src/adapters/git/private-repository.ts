import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Answer, Repository } from "../../ports/repository.ts";
import { amendTree } from "./amend-tree.ts";
import { type CaptureMemory, capture } from "./capture.ts";
import type { GitDirectory } from "./git-directory.ts";
import { compareTrees, filesOf, hashPatch } from "./git-trees.ts";
import { seedIndex } from "./index-seed.ts";
import { makeCopy } from "./isolated-copy.ts";
import { Listings } from "./listings.ts";

export interface PrivateRepositoryParts {
  readonly git: GitDirectory;
  /** Absolute, links followed: where copies are made. */
  readonly copies: string;
}

export interface PrivateRepository extends Repository {
  /** Resolves when nothing is under way. */
  rest(): Promise<unknown>;
}

/** The memory of one work tree. States are taken one after another; all else may go on side by side. */
export function createPrivateRepository({ git, copies }: PrivateRepositoryParts): PrivateRepository {
  const memory: CaptureMemory = { ignored: new Set(), tree: undefined, recent: [] };
  const listings = new Listings();
  let last: Promise<unknown> = Promise.resolve();
  let isSeeded = false;
  const going = new Set<Promise<unknown>>();

  /** What the file system refuses is an answer. */
  function contain<T>(work: () => Promise<Answer<T>>): Promise<Answer<T>> {
    const answer = work().catch((error: unknown): Answer<T> => {
      return { ok: false, why: "failed", message: error instanceof Error ? error.message : String(error) };
    });
    going.add(answer);
    void answer.then(() => going.delete(answer));
    return answer;
  }

  const take: Repository["capture"] = async (request, signal) => {
    // A capture that was stopped may have left its lock.
    await rm(join(git.path, "index.lock"), { force: true });
    if (!isSeeded) await seedIndex(git, signal);
    isSeeded ||= !signal.aborted;
    return capture(git, memory, request, signal);
  };

  return {
    root: git.layout.root,
    rest: () => Promise.all(going),
    capture(request, signal) {
      const turn = last.then(() => contain(() => take(request, signal)));
      last = turn;
      return turn;
    },
    compare: (before, after, signal) => contain(() => compareTrees(git, before, after, signal)),
    files: (tree, signal) => contain(() => listings.of(tree, () => filesOf(git, tree, signal))),
    amend: (tree, amendments, signal) => contain(() => amendTree(git, tree, amendments, signal)),
    hashPatch: (before, after, signal) => contain(() => hashPatch(git, before, after, signal)),
    copy: (tree, beside, signal) =>
      contain(() => makeCopy(git, { root: join(copies, crypto.randomUUID().slice(0, 8)), tree, beside, signal })),
  };
}
