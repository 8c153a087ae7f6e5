import { StringDecoder } from "node:string_decoder";

const TAIL_BYTES = 16 * 1024;

/** Takes one stream of a program: passes each piece on as text and keeps the last 16 KiB, however much comes. */
export class OutputTail {
  readonly #decoder = new StringDecoder("utf8");
  readonly #listener: ((text: string) => void) | undefined;
  #pieces: Buffer[] = [];
  #kept = 0;
  #cut = false;
  #ended = false;

  constructor(listener?: (text: string) => void) {
    this.#listener = listener;
  }

  write(bytes: Buffer): void {
    if (this.#ended) return;
    if (this.#listener) this.#tell(this.#decoder.write(bytes));
    // Copied, as a view would keep the runtime's whole read buffer alive.
    this.#pieces.push(Buffer.from(bytes.subarray(-TAIL_BYTES)));
    this.#kept += Math.min(bytes.length, TAIL_BYTES);
    if (bytes.length > TAIL_BYTES) this.#cut = true;
    if (this.#kept > 4 * TAIL_BYTES) this.#trim();
  }

  /** Passes on what is left of a character that was cut off; takes nothing after that. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    if (this.#listener) this.#tell(this.#decoder.end());
  }

  text(): string {
    this.#trim();
    const bytes = this.#pieces[0] ?? Buffer.alloc(0);
    return bytes.toString("utf8", this.#cut ? startOfCharacter(bytes) : 0);
  }

  #tell(text: string): void {
    if (text === "") return;
    try {
      this.#listener?.(text);
    } catch {
      // The listener's mistake is not the program's: the run, its tail and its verdict don't depend on it.
    }
  }

  #trim(): void {
    const bytes = Buffer.concat(this.#pieces);
    const tail = bytes.subarray(-TAIL_BYTES);
    if (tail.length < bytes.length) this.#cut = true;
    this.#pieces = [Buffer.from(tail)];
    this.#kept = tail.length;
  }
}

/** Where the first whole character begins in bytes that were cut out of UTF-8. */
function startOfCharacter(bytes: Buffer): number {
  let start = 0;
  while (start < 3 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1;
  return start;
}
