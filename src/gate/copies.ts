import { join } from "node:path";
import type { Files } from "../ports/machine.ts";
import type { Answer, IsolatedCopy, Repository } from "../ports/repository.ts";

/** A copy that could not be removed. */
export interface Leftover {
  readonly path: string;
  readonly message: string;
}

/** The copies of one judgement: one for each tree, made when it is first needed. */
export class Copies {
  private readonly repository: Repository;
  private readonly beside: readonly string[];
  /** When each one was ready, in milliseconds since the epoch. */
  private readonly made: { readonly root: string; readonly at: number }[] = [];
  private readonly byTree = new Map<string, Promise<Answer<IsolatedCopy>>>();

  constructor(repository: Repository, beside: readonly string[]) {
    this.repository = repository;
    this.beside = beside;
  }

  of(tree: string, signal: AbortSignal): Promise<Answer<IsolatedCopy>> {
    const known = this.byTree.get(tree);
    if (known !== undefined) return known;
    const copy = this.repository.copy(tree, this.beside, signal).then((answer) => {
      if (answer.ok) this.made.push({ root: answer.value.root, at: Date.now() });
      return answer;
    });
    this.byTree.set(tree, copy);
    return copy;
  }

  /** Whether a check itself writes a path, relative to the root: in a copy nothing else does. */
  async wroteIn(path: string, files: Pick<Files, "stat">): Promise<boolean> {
    const facts = await Promise.all(this.made.map(({ root }) => files.stat(join(root, path))));
    return facts.some((fact, index) => (fact?.changedAt ?? 0) > (this.made[index]?.at ?? 0));
  }

  /** To be called when nothing runs in them any more. */
  async remove(): Promise<Leftover[]> {
    const copies = await Promise.all(this.byTree.values());
    this.byTree.clear();
    const removals = copies.map(async (copy) => {
      const message = copy.ok ? await copy.value.remove() : undefined;
      return copy.ok && message !== undefined ? [{ path: copy.value.root, message }] : [];
    });
    return (await Promise.all(removals)).flat();
  }
}
