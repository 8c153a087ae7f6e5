import type { Amendment, Answer, Repository } from "../ports/repository.ts";

/** Files that a verdict has caught: what they held before the work, and what the work made of them. */
interface Catch {
  readonly clean: string;
  readonly dirty: string;
  readonly paths: Set<string>;
}

/** Verdicts remembered per work tree. */
const mostCatches = 50;

/**
 * Remembers changed tests and configuration of work that was not accepted, so that the next dispatch does not take them for
 * what had always been there. A file that has been changed again since then is no longer remembered.
 */
export class Suspects {
  private readonly byRoot = new Map<string, Catch[]>();
  private readonly expected = new Set<Promise<unknown>>();

  /** Something will be remembered when this has come to its end; it may not reject. */
  expect(coming: Promise<unknown>): void {
    this.expected.add(coming);
    void coming.then(() => this.expected.delete(coming));
  }

  /** `clean` and `dirty` are the trees before and after the work. */
  remember(root: string, { clean, dirty, paths }: { clean: string; dirty: string; paths: readonly string[] }): void {
    if (paths.length === 0) return;
    this.forget(root, paths);
    const catches = [...(this.byRoot.get(root) ?? []), { clean, dirty, paths: new Set(paths) }];
    this.byRoot.set(root, catches.slice(-mostCatches));
  }

  forget(root: string, paths: readonly string[]): void {
    for (const { paths: caught } of this.byRoot.get(root) ?? []) for (const path of paths) caught.delete(path);
  }

  /** The tree with every suspect file as it was before somebody had changed it. */
  async undo(repository: Repository, tree: string, signal: AbortSignal): Promise<Answer<string>> {
    await Promise.all(this.expected);
    const kept: Catch[] = [];
    const amendments: Amendment[] = [];
    for (const { clean, dirty, paths } of this.byRoot.get(repository.root) ?? []) {
      if (paths.size === 0) continue;
      const changes = await repository.compare(dirty, tree, signal);
      if (!changes.ok) return changes;
      const changedSince = new Set(changes.value.map(({ path }) => path));
      const still = [...paths].filter((path) => !changedSince.has(path));
      if (still.length === 0) continue;
      kept.push({ clean, dirty, paths: new Set(still) });
      amendments.push(...still.map((path) => ({ path, to: "asIn", tree: clean }) as const));
    }
    this.byRoot.set(repository.root, kept);
    return repository.amend(tree, amendments, signal);
  }
}
