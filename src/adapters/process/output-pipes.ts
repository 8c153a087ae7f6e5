import { execFile } from "node:child_process";
import { closeSync, constants, openSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { linkOf } from "./proc.ts";

/** Two pipes for what a program writes, each open at both ends. */
export interface OutputPipes {
  /** The ends for the program, as file descriptors. */
  readonly ends: readonly [stdout: number, stderr: number];
  /**
   * Begins to read, and lets go of the program's ends, so that the pipes end when the program and all that it started have
   * let go of theirs.
   */
  read(): { readonly stdout: Readable; readonly stderr: Readable };
  /** What Linux calls them among the open files of a process. */
  readonly names: readonly string[];
  /** Closes everything, where no program was started. */
  discard(): void;
}

interface Bun {
  file(descriptor: number): { stream(): ReadableStream };
}
const { Bun: bun } = globalThis as { Bun?: Bun };

/** Where `mkfifo` is at home. The host's own search path might lead into a project. */
const homes = "/usr/bin:/bin:/run/current-system/sw/bin";
/** Milliseconds that making the pipes may take. */
const PATIENCE_MS = 2000;

/**
 * Real pipes, where both runtimes would give a program sockets (see docs/adr/0003-real-pipes.md). Undefined where they can't be
 * had: the program then gets what the runtime gives.
 */
export async function openOutputPipes(): Promise<OutputPipes | undefined> {
  if (process.platform === "win32") return undefined;
  let directory: string | undefined;
  const opened: number[] = [];
  try {
    directory = await mkdtemp(join(tmpdir(), "dod-gate-pipes-"));
    const paths = [join(directory, "stdout"), join(directory, "stderr")] as const;
    await makeFifos(paths);
    const [out, err] = paths.map((path) => openBothEnds(path, opened));
    if (out === undefined || err === undefined) return undefined;
    return pipesOf(out, err);
  } catch {
    // No `mkfifo`, no room for temporary files, too many open files: sockets serve nearly as well.
    for (const descriptor of opened) closeSync(descriptor);
    return undefined;
  } finally {
    // What can't be removed stays, empty or not: the pipes work all the same.
    if (directory !== undefined) await rm(directory, { recursive: true, force: true }).catch(() => undefined);
  }
}

interface Pipe {
  readonly source: number;
  readonly end: number;
}

function pipesOf(out: Pipe, err: Pipe): OutputPipes {
  return {
    ends: [out.end, err.end],
    get names() {
      return [out, err].flatMap(({ source }) => linkOf(`/proc/self/fd/${source}`) ?? []);
    },
    read: () => ({ stdout: readFrom(out), stderr: readFrom(err) }),
    discard() {
      for (const descriptor of [out.source, out.end, err.source, err.end]) closeSync(descriptor);
    },
  };
}

function readFrom({ source, end }: Pipe): Readable {
  closeSync(end);
  if (bun === undefined) return new Socket({ fd: source, readable: true, writable: false });
  // Bun's sockets read nothing from a pipe, and its streams leave the descriptor to whoever opened it.
  const stream = Readable.fromWeb(bun.file(source).stream());
  return stream.once("close", () => closeSync(source));
}

function makeFifos(paths: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const options = { env: { PATH: homes }, timeout: PATIENCE_MS, killSignal: "SIGKILL" } as const;
    execFile("mkfifo", ["-m", "600", ...paths], options, (error) => (error === null ? resolve() : reject(error)));
  });
}

/** The reading end first and without waiting for a writer, or opening either end would wait for the other. */
function openBothEnds(path: string, opened: number[]): Pipe {
  const source = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  opened.push(source);
  const end = openSync(path, constants.O_WRONLY);
  opened.push(end);
  return { source, end };
}
