/** A tree of files by path relative to its root, with `/`. Never rejects. */
export interface Tree {
  list(): Promise<readonly string[]>;
  /** Text of a regular file of at most 1 MiB; undefined where there is none. */
  read(path: string): Promise<string | undefined>;
}

/** A rename is a deletion and an addition. */
export interface FileChange {
  readonly path: string;
  readonly status: "added" | "modified" | "deleted";
}
