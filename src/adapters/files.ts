import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { access, realpath, stat } from "node:fs/promises";
import type { FileFacts, Files, FindOutcome, ReadOutcome } from "../ports/machine.ts";
import { piecesOf, withRegularFile } from "./regular-file.ts";

/** A sparse file can claim any size, and hashing has no signal that would end it. */
const MOST_HASHED_BYTES = 4 * 1024 ** 3;

/** The file system itself. */
export function createFiles(): Files {
  return { realPath, stat: factsOf, read, find, hash, isExecutable };
}

async function realPath(path: string): Promise<string | undefined> {
  if (path === "") return undefined; // Bun would give the current directory.
  try {
    return await realpath(path);
  } catch {
    return undefined;
  }
}

async function factsOf(path: string): Promise<FileFacts | undefined> {
  try {
    const facts = await stat(path);
    const type = facts.isFile() ? "file" : facts.isDirectory() ? "directory" : "other";
    return { type, size: facts.size, changedAt: Math.max(facts.mtimeMs, facts.ctimeMs) };
  } catch {
    return undefined;
  }
}

async function read(path: string, maxBytes: number): Promise<ReadOutcome> {
  return withRegularFile(path, async (file): Promise<ReadOutcome> => {
    if (file.size > maxBytes) return { status: "tooLarge", size: file.size };
    const pieces: Buffer[] = [];
    let size = 0;
    for await (const piece of piecesOf(file)) {
      size += piece.length;
      if (size > maxBytes) return { status: "tooLarge", size };
      pieces.push(Buffer.from(piece));
    }
    return { status: "ok", text: new TextDecoder().decode(Buffer.concat(pieces)) };
  });
}

async function find(path: string, text: string, signal: AbortSignal): Promise<FindOutcome> {
  return withRegularFile(path, async (file): Promise<FindOutcome> => {
    const wanted = Buffer.from(text);
    // Enough of the end of a piece that a match may begin in it and end in the next.
    let before: Buffer = Buffer.alloc(0);
    if (wanted.length === 0) return { status: "found" };
    for await (const piece of piecesOf(file, signal)) {
      const bytes = Buffer.concat([before, piece]);
      if (bytes.includes(wanted)) return { status: "found" };
      before = wanted.length === 1 ? before : bytes.subarray(-(wanted.length - 1));
    }
    return { status: "notFound" };
  });
}

async function hash(path: string): Promise<string | undefined> {
  const digest = await withRegularFile(path, async (file) => {
    if (file.size > MOST_HASHED_BYTES) return undefined;
    const sha256 = createHash("sha256");
    for await (const piece of piecesOf(file)) sha256.update(piece);
    return sha256.digest("hex");
  });
  return typeof digest === "string" ? digest : undefined;
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
