import type { OutputStream } from "../ports/machine.ts";
import { PlainText } from "./plain-text.ts";
import { ScriptEcho, type Scripts } from "./script-echo.ts";
import { Search } from "./search.ts";

/**
 * Looks for a text in the whole output of a program while it comes, each stream by itself, without control sequences.
 * Given the project's scripts (an empty object where there are none), it doesn't look at what package managers print
 * about the scripts that they run.
 */
export class Expectation {
  readonly #streams: Readonly<Record<OutputStream, StreamSearch>>;

  constructor(text: string, scripts?: Scripts) {
    this.#streams = {
      stdout: new StreamSearch(text, scripts && new ScriptEcho("stdout", scripts)),
      stderr: new StreamSearch(text, scripts && new ScriptEcho("stderr", scripts)),
    };
  }

  /** Takes the next piece of output. */
  see(piece: string, stream: OutputStream): void {
    this.#streams[stream].push(piece);
  }

  /** Whether the text was there, once the output has ended. */
  isMet(): boolean {
    return this.#streams.stdout.end() || this.#streams.stderr.end();
  }
}

class StreamSearch {
  readonly #plain = new PlainText();
  readonly #echo: ScriptEcho | undefined;
  readonly #search: Search;

  constructor(text: string, echo: ScriptEcho | undefined) {
    this.#search = new Search(text);
    this.#echo = echo;
  }

  push(piece: string): void {
    if (this.#search.found) return;
    const plain = this.#plain.push(piece);
    this.#search.push(this.#echo === undefined ? plain : this.#echo.push(plain));
  }

  end(): boolean {
    this.#search.push(this.#echo?.end() ?? "");
    return this.#search.found;
  }
}
