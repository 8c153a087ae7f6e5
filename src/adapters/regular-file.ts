import { constants } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import type { ReadOutcome } from "../ports/machine.ts";
import { codeOf } from "./system-error.ts";

export type Refusal = Exclude<ReadOutcome, { status: "ok" }>;

/** A regular file that is open for reading. */
export interface RegularFile {
  readonly handle: FileHandle;
  /** Bytes at the time of opening. Files under /proc say 0 whatever they hold. */
  readonly size: number;
}

// O_NONBLOCK: should a FIFO have taken the file's place since it was looked at, opening it still doesn't wait for a writer.
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);
const PIECE_BYTES = 64 * 1024;
/** How much longer than its size a file may turn out to be. More than that has no end. */
const SLACK_BYTES = 1024 * 1024;

/** Opens the file for as long as `use` takes. What isn't a regular file is never opened: that alone may have effects. */
export async function withRegularFile<T>(path: string, use: (file: RegularFile) => Promise<T>): Promise<T | Refusal> {
  let handle: FileHandle | undefined;
  try {
    if (!(await stat(path)).isFile()) return { status: "notAFile" };
    handle = await open(path, FLAGS);
    const facts = await handle.stat();
    if (!facts.isFile()) return { status: "notAFile" };
    return await use({ handle, size: facts.size });
  } catch (error) {
    return refusalOf(error);
  } finally {
    await handle?.close();
  }
}

/** The content in pieces, each valid until the next. Throws where the file goes on and on, or the signal aborts. */
export async function* piecesOf({ handle, size }: RegularFile, signal?: AbortSignal): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafe(PIECE_BYTES);
  for (let taken = 0; ; ) {
    if (signal?.aborted) throw new Error("stopped before the end of the file was reached");
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, null);
    if (bytesRead === 0) return;
    taken += bytesRead;
    if (taken > size + SLACK_BYTES) throw new Error("the file grows while it is read");
    yield buffer.subarray(0, bytesRead);
  }
}

function refusalOf(error: unknown): Refusal {
  if (isMissing(error)) return { status: "missing" };
  return { status: "unreadable", message: error instanceof Error ? error.message : String(error) };
}

/** Whether nothing is at the path. No name holds a NUL, so nothing ever is at a path with one. */
function isMissing(error: unknown): boolean {
  const code = codeOf(error);
  return code === "ENOENT" || code === "ENOTDIR" || code === "ERR_INVALID_ARG_VALUE";
}
