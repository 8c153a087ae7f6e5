import type { Diffs } from "./diffs.ts";
import type { Actor } from "./record.ts";

/** What the producer left behind. */
export interface Artefact {
  readonly changedFiles: readonly ChangedFile[];
  /** The producer's own last words; empty where it said nothing. */
  readonly finalReturnText: string;
  /** What the DoD's `deliverable:` lines announced. */
  readonly declaredOutputs: readonly string[];
  /**
   * `unknown` where a tool that leaves no record of its files (bash, or one the plugin doesn't know) ran while the host
   * took no snapshots: files may then have changed that are not listed.
   */
  readonly attribution: "known" | "unknown";
  /** When tools ran whose files no tool record names; what changed in between may be the producer's work. */
  readonly untracked: readonly TimeSpan[];
}

export interface ChangedFile {
  /** Absolute. */
  readonly path: string;
  /**
   * `observed`: the host's snapshots differ while the producer ran a command, so it may have been the producer or
   * anybody else. All others come from the producer's own tool calls.
   */
  readonly status: "added" | "modified" | "deleted" | "observed";
}

/** Milliseconds since the epoch, both ends included. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** What reading a session came to. */
export type ArtefactReading =
  | {
      readonly status: "read";
      readonly artefact: Artefact;
      readonly diffs: Diffs;
      /** The producer's session first, then its descendants. */
      readonly sessionIDs: readonly string[];
      /** Everyone who worked on it, the producer itself first. */
      readonly actors: readonly Actor[];
    }
  /** The record could not be had. */
  | { readonly status: "unreadable"; readonly message: string }
  /** The producer's turn itself failed. */
  | { readonly status: "producerFailed"; readonly message: string };
