import type { Artefact } from "../artefact/artefact.ts";

/** What a pass must rest on: a file that the grader opened, or, where no file is known to have changed, words of the return text. */
export type EvidenceKind = "readFile" | "either";

export function evidenceKindOf({ changedFiles }: Pick<Artefact, "changedFiles">): EvidenceKind {
  return changedFiles.length > 0 ? "readFile" : "either";
}
