import type { Amendment, Answer, IsolatedCopy, Repository, TreeChange, WorkState } from "../../src/ports/repository.ts";

type Files = Readonly<Record<string, string>>;

export interface MemoryRepository extends Repository {
  /** The work tree: change it at will. */
  work: Files;
  /** Files of the work tree that git ignores. */
  ignored: ReadonlySet<string>;
  /** Files that were rewritten. */
  touched: readonly string[];
  /** The copies that were made, with what they held; removed ones stay here. */
  readonly copies: { readonly root: string; readonly files: Files; removed: boolean }[];
  /** Called before each capture. */
  onCapture: () => void;
  /** Makes every capture, or every copy, fail. */
  failing: "capture" | "copy" | "removal" | undefined;
}

/** A repository whose trees are objects. Equal trees have equal names. */
export function memoryRepository(work: Files, root = "/code/app"): MemoryRepository {
  const filesOf = (tree: string): Files => JSON.parse(tree) as Files;
  const nameOf = (files: Files) => JSON.stringify(Object.fromEntries(Object.entries(files).sort()));
  const repository: MemoryRepository = {
    root,
    work,
    ignored: new Set(),
    touched: [],
    copies: [],
    onCapture: () => undefined,
    failing: undefined,
    async capture(): Promise<Answer<WorkState>> {
      repository.onCapture();
      if (repository.failing === "capture") return failed;
      const { work: files, ignored, touched: rewritten } = repository;
      return { ok: true, value: { tree: nameOf(files), takenAt: 0, rewritten, ignored, beside: [] } };
    },
    compare: async (before, after) => ({ ok: true, value: differences(filesOf(before), filesOf(after)) }),
    files: async (tree) => ({
      ok: true,
      value: { list: async () => Object.keys(filesOf(tree)), read: async (path) => filesOf(tree)[path] },
    }),
    async amend(tree, amendments) {
      const files = amendments.reduce<Files>((so, each) => amended(so, each, filesOf), filesOf(tree));
      return { ok: true, value: nameOf(files) };
    },
    hashPatch: async () => ({ ok: true, value: "f".repeat(64) }),
    async copy(tree): Promise<Answer<IsolatedCopy>> {
      if (repository.failing === "copy") return failed;
      const copy = { root: `/copies/${repository.copies.length + 1}`, files: filesOf(tree), removed: false };
      repository.copies.push(copy);
      const remove = async () => {
        if (repository.failing === "removal") return "EACCES";
        copy.removed = true;
        return undefined;
      };
      return { ok: true, value: { root: copy.root, remove } };
    },
  };
  return repository;
}

const failed = { ok: false, why: "failed", message: "no space left" } as const;

function amended(files: Files, amendment: Amendment, filesOf: (tree: string) => Files): Files {
  const { [amendment.path]: _, ...rest } = files;
  switch (amendment.to) {
    case "removed":
      return rest;
    case "text":
      return { ...rest, [amendment.path]: amendment.text };
    case "asIn": {
      const text = filesOf(amendment.tree)[amendment.path];
      return text === undefined ? rest : { ...rest, [amendment.path]: text };
    }
  }
}

function differences(before: Files, after: Files): TreeChange[] {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return paths
    .filter((path) => before[path] !== after[path])
    .map((path) => {
      const status = before[path] === undefined ? "added" : after[path] === undefined ? "deleted" : "modified";
      return { path, status, before: before[path], after: after[path] };
    });
}
