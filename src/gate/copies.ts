import type { Answer, IsolatedCopy, Repository } from "../ports.ts";

/** A copy that could not be removed. */
export interface Leftover {
  readonly path: string;
  readonly message: string;
}

/** The copies of one judgement: one for each tree, made when it is first needed. */
export class Copies {
  private readonly repository: Repository;
  private readonly beside: readonly string[];
  private readonly byTree = new Map<string, Promise<Answer<IsolatedCopy>>>();

  constructor(repository: Repository, beside: readonly string[]) {
    this.repository = repository;
    this.beside = beside;
  }

  of(tree: string, signal: AbortSignal): Promise<Answer<IsolatedCopy>> {
    const known = this.byTree.get(tree);
    if (known !== undefined) return known;
    const copy = this.repository.copy(tree, this.beside, signal);
    this.byTree.set(tree, copy);
    return copy;
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
