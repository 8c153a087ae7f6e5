import type { Artefact } from "../artefact/artefact.ts";

/** What a pass must rest on: a file that the grader opened, words of the return text, or one of the two. */
export type EvidenceKind = "readFile" | "quotation" | "either";

export function evidenceKindOf({
  changedFiles,
  attribution,
}: Pick<Artefact, "changedFiles" | "attribution">): EvidenceKind {
  if (changedFiles.length > 0) return "readFile";
  return attribution === "known" ? "quotation" : "either";
}
