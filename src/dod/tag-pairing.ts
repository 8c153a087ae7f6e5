import type { Block } from "./block.ts";
import { readLabel, skipMarker } from "./directive.ts";
import type { Position } from "./dod.ts";
import { excerpt } from "./excerpt.ts";
import type { Findings } from "./findings.ts";
import { type Line, placeIn } from "./line.ts";
import { looksLikeDirective } from "./suspect.ts";
import { closeTagOf, findCloseTag, isAlone, readTag, resemblesTag, type Tag } from "./tag.ts";

interface Surroundings {
  readonly text: string;
  readonly fenced: boolean;
  /** Where complete blocks go, and what is noted of the rest. */
  readonly blocks: Block[];
  readonly findings: Findings;
}

interface Opened {
  readonly tag: Tag;
  readonly line: Line;
  /** Whether a directive followed, so that there is something to lose. */
  hasDirective: boolean;
  /** Where its close tag stands that isn't alone on its line. */
  spoiltClose?: Position;
}

/** Pairs open and close tags, line by line. */
export class TagPairing {
  readonly #surroundings: Surroundings;
  #open: Opened | undefined;

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
  }

  read(line: Line): void {
    if (line.text === "") return;
    const tag = readTag(line.text);
    if (tag === undefined || !isAlone(tag, line.text)) this.#readOther(line, tag);
    else if (tag.closes) this.#close(tag, line);
    else this.#reopen(tag, line);
  }

  /** There are no more lines. */
  end(): void {
    this.#drop("orphanOpenTag");
  }

  #reopen(tag: Tag, line: Line): void {
    this.#drop("discardedOpenTag");
    this.#open = { tag, line, hasDirective: false };
  }

  #close(tag: Tag, line: Line): void {
    const { text, fenced, blocks, findings } = this.#surroundings;
    const open = this.#open;
    if (open?.tag.name !== tag.name) {
      findings.addNote({ at: placeIn(line, tag.start), code: "orphanCloseTag", tag: tag.text });
      return;
    }
    blocks.push({
      at: placeIn(open.line, open.tag.start),
      tag: open.tag.text,
      fenced,
      body: text.slice(open.line.end, line.start),
      start: open.line.start,
      end: line.end,
    });
    this.#open = undefined;
  }

  #drop(code: "orphanOpenTag" | "discardedOpenTag"): void {
    if (this.#open === undefined) return;
    const { findings, fenced } = this.#surroundings;
    const { tag, line, hasDirective, spoiltClose } = this.#open;
    findings.addNote({ at: placeIn(line, tag.start), code, tag: tag.text });
    if (spoiltClose !== undefined && hasDirective && !fenced) {
      findings.addProblem({ at: spoiltClose, code: "tagNotAlone", tag: closeTagOf(tag) });
    }
    this.#open = undefined;
  }

  #readOther(line: Line, tag: Tag | undefined): void {
    if (this.#open !== undefined) watch(this.#open, line);
    const { fenced, findings } = this.#surroundings;
    const opens = tag !== undefined && !tag.closes && !fenced && this.#open === undefined;
    if (opens && looksLikeDirective(line.text.slice(tag.end))) {
      findings.addProblem({ at: placeIn(line, tag.start), code: "tagNotAlone", tag: tag.text });
    } else if (tag !== undefined || resemblesTag(line.text)) {
      findings.addNote({ at: placeIn(line, 0), code: "misplacedTag", text: excerpt(line.text) });
    }
  }
}

function watch(open: Opened, line: Line): void {
  open.hasDirective ||= readLabel(line.text, skipMarker(line.text))?.directive !== undefined;
  const closeAt = findCloseTag(open.tag, line.text);
  if (closeAt >= 0) open.spoiltClose ??= placeIn(line, closeAt);
}
