import type { Files, Git, HeadReading, ReadOutcome } from "../ports.ts";
import type { ConfigFile } from "./config-files.ts";

/** Bytes that a configuration file may have at most. */
export const longestFile = 256 * 1024;

/** The commit that a project stood on when it was first asked for: nothing that is committed later is looked at. */
export class Pin {
  private readonly git: Pick<Git, "head" | "readAt">;
  private readonly directory: string;
  private reading: Promise<HeadReading> | undefined;

  constructor(git: Pick<Git, "head" | "readAt">, directory: string) {
    this.git = git;
    this.directory = directory;
  }

  head(): Promise<HeadReading> {
    this.reading ??= this.git.head(this.directory);
    return this.reading;
  }

  /** What the commit has of a file that may or may not be in it; undefined where there is no commit. */
  async read(path: string): Promise<ReadOutcome | undefined> {
    const reading = await this.head();
    switch (reading.status) {
      case "none":
        return undefined;
      case "unreadable":
        return reading;
      case "found":
        return this.git.readAt(reading.head, path, longestFile);
    }
  }
}

/** A place for configuration, as it was when the plugin started. */
export interface FileAtStart {
  readonly path: string;
  readonly shown: string;
  /** SHA-256 of what lay there; undefined where there was no readable file. */
  readonly hash: string | undefined;
  /** Whether what lay there is not in force, because the commit has something else. */
  readonly overruled: boolean;
}

export interface PinnedFile {
  readonly atStart: FileAtStart;
  /** What is in force. */
  readonly outcome: ReadOutcome;
}

/**
 * Reads a configuration file. A file of the project that is tracked counts as it is committed: whoever can edit the work
 * tree, a producer above all, could otherwise set the rules.
 */
export async function readPinned(file: ConfigFile, files: Files, pin: Pin | undefined): Promise<PinnedFile> {
  const { path, shown, home } = file;
  const outcome = await files.read(path, longestFile);
  if (outcome.status === "missing") return { atStart: { path, shown, hash: undefined, overruled: false }, outcome };
  const [hash, committed] = await Promise.all([files.hash(path), home === undefined ? undefined : pin?.read(path)]);
  const isTracked = committed !== undefined && committed.status !== "missing" && committed.status !== "notAFile";
  const inForce = isTracked ? committed : outcome;
  return { atStart: { path, shown, hash, overruled: !isSame(inForce, outcome) }, outcome: inForce };
}

/** Line ends aside, which git may convert. */
function isSame(one: ReadOutcome, other: ReadOutcome): boolean {
  if (one === other) return true;
  return one.status === "ok" && other.status === "ok" && withoutReturns(one.text) === withoutReturns(other.text);
}

function withoutReturns(text: string): string {
  return text.replaceAll("\r\n", "\n");
}
