import type { ChangedFile } from "../artefact/artefact.ts";
import type { Files } from "../ports/machine.ts";
import { objectTo } from "./tools.ts";

/** What a pass must rest on: a file that the grader opened, or, where it can open none that changed, words of the return text. */
export type EvidenceKind = "readFile" | "either";

export interface Changes {
  readonly changedFiles: readonly ChangedFile[];
  /** The absolute base directory. */
  readonly directory: string;
}

type Places = Pick<Files, "realPath" | "stat">;

/** No pass is asked for what no grader can do: to read what is gone, empty, outside or likely to hold secrets. */
export async function evidenceKindOf({ changedFiles, directory }: Changes, files: Places): Promise<EvidenceKind> {
  for (const { path } of changedFiles) {
    const facts = await files.stat(path);
    if (facts?.type !== "file" || facts.size === 0) continue;
    if ((await objectTo({ tool: "read", input: { filePath: path } }, directory, files)) === undefined)
      return "readFile";
  }
  return "either";
}
