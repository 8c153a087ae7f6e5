import type { Artefact } from "../artefact/artefact.ts";
import type { Files } from "../ports/machine.ts";
import { citationsIn } from "./citation.ts";
import { type EvidenceKind, evidenceKindOf } from "./evidence-kind.ts";
import { type FalseCitation, Ground } from "./ground.ts";
import { KnownNames } from "./known-names.ts";
import { quotes } from "./quoted.ts";

/** Why a pass stands on nothing. */
export type EvidenceGap =
  | { readonly code: "reasonMissing"; readonly reasons: number; readonly criteria: number }
  /** Counted from 1. */
  | { readonly code: "reasonEmpty"; readonly criterion: number }
  | FalseCitation
  | { readonly code: "tooManyCitations"; readonly limit: number }
  | { readonly code: "nothingRead" }
  | { readonly code: "nothingQuoted" };

export interface Claim {
  readonly reasons: readonly string[];
  readonly criteria: readonly string[];
  readonly artefact: Pick<Artefact, "changedFiles" | "attribution">;
  /** The producer's text as the grader was shown it. */
  readonly returnText: string;
  /** The absolute base directory. */
  readonly directory: string;
  /** Absolute: what this grader's own session read. */
  readonly filesRead: readonly string[];
  /** What the prompt asked for; looked up where it is absent. */
  readonly evidence?: EvidenceKind;
}

/** Each costs a look at the file system. */
const mostLocated = 200;

/**
 * Looks for what a pass lacks: a reason for each criterion; cited files that are all there, inside the base directory;
 * and one among them that the grader really read, or else, where no changed file can be read, words of the return text.
 */
export async function findUnsupported(
  claim: Claim,
  files: Pick<Files, "realPath" | "stat">,
): Promise<EvidenceGap | undefined> {
  const { reasons, criteria, artefact, directory, returnText } = claim;
  if (reasons.length < criteria.length) {
    return { code: "reasonMissing", reasons: reasons.length, criteria: criteria.length };
  }
  const empty = reasons.slice(0, criteria.length).findIndex((reason) => !/[\p{L}\p{N}]/u.test(reason));
  if (empty >= 0) return { code: "reasonEmpty", criterion: empty + 1 };

  const ground = await Ground.survey({ ...claim, ownWords: [...criteria, returnText] }, files);
  const known = new KnownNames(ground.names(), reasons);
  const citations = reasons.flatMap((reason) => citationsIn(reason, known));
  const all = citations.flatMap((citation) => [citation, ...(citation.otherwise ?? [])]);
  if (all.filter(({ kind }) => kind === "located").length > mostLocated) {
    return { code: "tooManyCitations", limit: mostLocated };
  }
  let read = false;
  for (const citation of citations) {
    const standing = await ground.check(citation);
    if (typeof standing === "object") return standing;
    if (standing === "read") read = true;
  }
  switch (claim.evidence ?? (await evidenceKindOf({ ...artefact, directory }, files))) {
    case "readFile":
      return read ? undefined : { code: "nothingRead" };
    case "either":
      return read || quotes(reasons, returnText) ? undefined : { code: "nothingQuoted" };
  }
}
