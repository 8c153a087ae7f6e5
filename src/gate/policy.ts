import type { ArtefactReading } from "../artefact/artefact.ts";
import type { VerifyConfig } from "../config/config.ts";
import { type Dod, kindOf } from "../dod/dod.ts";
import type { Definition } from "./delegation.ts";
import type { SkipReason } from "./verdict.ts";

/** A way into the gate. */
export type Wiring = "task" | "delegate" | "turn" | "command";

export interface Question {
  /** The blocks of one dispatch, or what was inferred for it. */
  readonly dods: readonly Pick<Dod, "source" | "checks" | "criteria">[];
  readonly trivial: boolean;
  readonly wiring: Wiring;
  /** What is known of the producer's work. */
  readonly reading: ArtefactReading;
  /** With `always` nothing is skipped. `never` turns the gate off before anybody asks, and skips nothing here. */
  readonly require: VerifyConfig["require"];
}

export type Decision = { readonly verify: true } | { readonly verify: false; readonly because: SkipReason };

/** Whether work is verified or skipped. What somebody wrote a Definition of Done for is always verified. */
export function decide({ dods, trivial, wiring, reading, require }: Question): Decision {
  const inferred = dods.length > 0 && dods.every((dod) => dod.source === "inferred");
  if (!inferred || require !== "whenDoDPresent") return { verify: true };
  if (trivial) return { verify: false, because: "trivial" };
  const onlyCriteria = dods.every((dod) => kindOf(dod) === "checker");
  if (wiring === "task" && onlyCriteria && changedNothing(reading)) return { verify: false, because: "nothingChanged" };
  return { verify: true };
}

/** Whether it is certain that the producer changed no file. */
function changedNothing(reading: ArtefactReading): boolean {
  if (reading.status !== "read") return false;
  const { attribution, changedFiles } = reading.artefact;
  return attribution === "known" && changedFiles.length === 0;
}

export interface BlockDemand {
  readonly requireExplicitDoD: boolean;
  readonly require: VerifyConfig["require"];
  /** What the dispatch holds, before anything is inferred. */
  readonly definition: Pick<Definition, "dods" | "problems">;
  readonly trivial: boolean;
}

/** Whether a dispatch can't be accepted because it has no block. A block with problems is a block: they say what is wrong. */
export function lacksRequiredBlock({ requireExplicitDoD, require, definition, trivial }: BlockDemand): boolean {
  if (!requireExplicitDoD || require === "never") return false;
  const hasBlock = definition.dods.length + definition.problems.length > 0;
  return !hasBlock && (!trivial || require === "always");
}
