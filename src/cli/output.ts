import { createColors } from "picocolors";
import { codeOf } from "../adapters/system-error.ts";
import { withoutLogCommands } from "../report/log-commands.ts";

export type Colors = ReturnType<typeof createColors>;

/** A standard stream that may be a terminal, a pipe, a full disk, or gone. */
export class Output {
  readonly isTerminal: boolean;
  readonly colors: Colors;
  readonly #stream: NodeJS.WriteStream;
  #fault: string | undefined;

  constructor(stream: NodeJS.WriteStream, env: Readonly<Record<string, string | undefined>>) {
    this.#stream = stream;
    this.isTerminal = stream.isTTY === true;
    const isPlain = (env["NO_COLOR"] ?? "") !== "" || env["TERM"] === "dumb";
    this.colors = createColors(this.isTerminal && !isPlain);
    // A reader that has seen enough, such as `head`, takes nothing from the verdict.
    stream.on("error", (error) => {
      if (codeOf(error) !== "EPIPE") this.#fault ??= error.message;
    });
  }

  /** Columns of the terminal. */
  get width(): number {
    return this.#stream.columns || 80;
  }

  /** Why something that was written is lost; undefined where nothing is, or nobody wanted it. */
  get fault(): string | undefined {
    return this.#fault;
  }

  write(text: string): void {
    this.#stream.write(text);
  }

  line(text: string): void {
    this.write(`${withoutLogCommands(text)}\n`);
  }

  /** Resolves when all that was written is out, or lost. */
  flush(): Promise<void> {
    return new Promise((resolve) => {
      this.#stream.write("", () => resolve());
    });
  }
}
