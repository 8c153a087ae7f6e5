/** The scripts of the package.json at hand, by name. */
export type Scripts = Readonly<Record<string, string>>;

/** A line longer than this is judged by its beginning, so that no line has to be kept whole; in UTF-16 code units. */
const longestLine = 4096;

/** npm, and pnpm up to 10: `> name@version event` and perhaps a directory. */
const header = /^> (@[^\s/@]+\/)?[^\s/@]+@\S+ \S/;

/** npm, where the package has no name or version: `> event`. */
const namelessHeader = /^> (\S+)$/;

/** `pnpm -r`: `packages/a test$ vitest run`. */
const recursive = /^\S+ [A-Za-z_][\w:./@-]*\$ /;

const yarnHeader = /^yarn (run|workspace|workspaces) v\d/;

/**
 * Takes out of a stream what package managers print about the scripts that they run, by its shape:
 *
 * - npm, and pnpm up to 10, print a header and the script, each of its lines behind `> `;
 * - yarn 1 prints `yarn run v1…` once, and each script behind `$ `;
 * - bun, and pnpm from 11 on, print each script behind `$ ` on stderr;
 * - `pnpm -r` prints each script behind `<directory> <event>$ `.
 *
 * Scripts call each other's package managers, so all shapes are looked for. A program's own `> ` lines are no echo.
 */
export class ScriptEcho {
  readonly #events: ReadonlySet<string>;
  /** The first line of each script that has several, and the others. */
  readonly #continuations: ReadonlyMap<string, readonly string[]>;
  readonly #dollarLines: "always" | "afterYarn";
  #line = "";
  /** What becomes of the rest of a line whose beginning is decided. */
  #rest: "undecided" | "keep" | "drop" = "undecided";
  #inBanner = false;
  #sawYarn = false;
  /** Lines of a script with line breaks that yarn or bun printed the first line of. */
  #expected: readonly string[] = [];
  /** How many of them have come. */
  #continued = 0;

  constructor(stream: "stdout" | "stderr", scripts: Scripts) {
    this.#dollarLines = stream === "stderr" ? "always" : "afterYarn";
    this.#events = new Set(Object.keys(scripts));
    this.#continuations = new Map(
      Object.values(scripts)
        .map(splitFirst)
        .filter(([, others]) => others.length > 0),
    );
  }

  /** What of the next piece is no echo; a line may be held back until it is whole. */
  push(piece: string): string {
    let kept = "";
    let from = 0;
    while (from < piece.length) {
      const newline = piece.indexOf("\n", from);
      const end = newline === -1 ? piece.length : newline;
      kept += this.#extend(piece.slice(from, end));
      if (newline !== -1) kept += this.#endLine();
      from = end + 1;
    }
    return kept;
  }

  /** The last line, where it has no end. */
  end(): string {
    return this.#rest === "undecided" && this.#line !== "" && !this.#isEcho(this.#line) ? this.#line : "";
  }

  #extend(text: string): string {
    switch (this.#rest) {
      case "keep":
        return text;
      case "drop":
        return "";
      case "undecided":
        this.#line += text;
        return this.#line.length > longestLine ? this.#decide() : "";
    }
  }

  #endLine(): string {
    const kept = this.#rest === "undecided" ? this.#decide() : "";
    const isKept = this.#rest === "keep";
    this.#rest = "undecided";
    return isKept ? `${kept}\n` : kept;
  }

  #decide(): string {
    const line = this.#line;
    this.#line = "";
    this.#rest = this.#isEcho(line) ? "drop" : "keep";
    return this.#rest === "keep" ? line : "";
  }

  #isEcho(line: string): boolean {
    if (this.#inBanner && (line.startsWith("> ") || line === ">")) return true;
    this.#inBanner = header.test(line) || this.#isNamelessHeader(line);
    if (this.#inBanner || recursive.test(line)) return true;
    if (this.#continuesScript(line)) return true;
    if (yarnHeader.test(line)) {
      this.#sawYarn = true;
      return true;
    }
    return this.#isDollarLine(line);
  }

  /** The last line has the arguments behind it. */
  #continuesScript(line: string): boolean {
    const next = this.#expected[this.#continued];
    const isLast = this.#continued === this.#expected.length - 1;
    const fits = next !== undefined && (line === next || (isLast && line.startsWith(`${next} `)));
    if (fits) this.#continued++;
    else this.#expected = [];
    return fits;
  }

  #isDollarLine(line: string): boolean {
    if (!line.startsWith("$ ") || (this.#dollarLines === "afterYarn" && !this.#sawYarn)) return false;
    this.#expected = this.#continuations.get(line.slice(2)) ?? [];
    this.#continued = 0;
    return true;
  }

  #isNamelessHeader(line: string): boolean {
    const event = namelessHeader.exec(line)?.[1];
    return event !== undefined && this.#events.has(event);
  }
}

function splitFirst(script: string): readonly [string, readonly string[]] {
  const [first = "", ...others] = script.split(/\r\n|\r|\n/);
  return [first, others];
}
