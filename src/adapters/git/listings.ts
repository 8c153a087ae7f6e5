import type { Answer, FileTree } from "../../ports/repository.ts";

/** Trees whose files are kept in mind: those before a few pieces of work, and after. */
const mostKept = 4;

/** The files of the trees that were asked for last. */
export class Listings {
  private readonly byTree = new Map<string, Promise<Answer<FileTree>>>();

  async of(tree: string, read: () => Promise<Answer<FileTree>>): Promise<Answer<FileTree>> {
    const known = this.byTree.get(tree) ?? read();
    this.byTree.delete(tree);
    this.byTree.set(tree, known);
    const [oldest] = this.byTree.keys();
    if (this.byTree.size > mostKept && oldest !== undefined) this.byTree.delete(oldest);
    const answer = await known;
    if (!answer.ok && this.byTree.get(tree) === known) this.byTree.delete(tree);
    return answer;
  }
}
