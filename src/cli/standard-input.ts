import type { Readable } from "node:stream";

/** Milliseconds without an end after which the user is told what is waited for. */
const silence = 2000;

export type InputReading =
  | { readonly status: "ok"; readonly text: string }
  | { readonly status: "tooLarge" | "stopped" }
  | { readonly status: "unreadable"; readonly message: string };

export interface InputRequest {
  readonly maxBytes: number;
  /** Called once where nothing says for a while that the input has ended; at once where somebody would have to type it. */
  readonly onWait: () => void;
  readonly signal: AbortSignal;
}

export interface StandardInput {
  /** The whole text. Never rejects. */
  read(request: InputRequest): Promise<InputReading>;
}

/** Opened when it is read first: a terminal that is looked at holds the process. */
export function standardInput(open: () => Readable & { readonly isTTY?: boolean }): StandardInput {
  return { read: (request) => readAll(open, request) };
}

async function readAll(open: Parameters<typeof standardInput>[0], request: InputRequest): Promise<InputReading> {
  const { maxBytes, onWait, signal } = request;
  let stream: ReturnType<typeof open> | undefined;
  const stop = () => stream?.destroy();
  let timer: NodeJS.Timeout | undefined;
  try {
    stream = open();
    timer = setTimeout(onWait, stream.isTTY === true ? 0 : silence);
    signal.addEventListener("abort", stop);
    const pieces: Buffer[] = [];
    let size = 0;
    for await (const piece of stream as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > maxBytes) return { status: "tooLarge" };
      pieces.push(piece);
    }
    return signal.aborted
      ? { status: "stopped" }
      : { status: "ok", text: new TextDecoder().decode(Buffer.concat(pieces)) };
  } catch (error) {
    if (signal.aborted) return { status: "stopped" };
    return { status: "unreadable", message: error instanceof Error ? error.message : String(error) };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
    stream?.destroy();
  }
}
