import type { Block } from "./block.ts";
import { readLabel, skipMarker } from "./directive.ts";
import { excerpt } from "./excerpt.ts";
import type { Findings } from "./findings.ts";
import { type Line, placeIn } from "./line.ts";
import type { BlockProblem } from "./problem.ts";
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
  /** Why its close tag, if this turns out to be it, doesn't close it. */
  spoilt?: BlockProblem;
}

/** Pairs open and close tags, line by line, on one side of a code fence. */
export class TagPairing {
  readonly #surroundings: Surroundings;
  #open: Opened | undefined;
  #leftOpen: Opened | undefined;

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
  }

  /** Returns the close tag that closes nothing on this side. */
  read(line: Line): Tag | undefined {
    if (line.text === "") return undefined;
    const tag = readTag(line.text);
    if (tag === undefined || !isAlone(tag, line.text)) this.#readOther(line, tag);
    else if (!tag.closes) this.#reopen(tag, line);
    else if (!this.#close(tag, line)) return tag;
    return undefined;
  }

  /** There are no more lines. */
  end(): void {
    this.#leftOpen = this.#open;
    this.#drop("orphanOpenTag");
  }

  /** A close tag that closes nothing on the other side of the fence: meant for what is open here, it doesn't reach it. */
  meet(tag: Tag, line: Line): void {
    const problem = { at: placeIn(line, tag.start), code: "splitByFence", tag: tag.text } as const;
    if (this.#leftOpen?.tag.name === tag.name) this.#surroundings.findings.addProblem(problem);
    else if (this.#open?.tag.name === tag.name) this.#open.spoilt ??= problem;
  }

  #reopen(tag: Tag, line: Line): void {
    this.#drop("discardedOpenTag");
    this.#open = { tag, line, hasDirective: false };
  }

  #close(tag: Tag, line: Line): boolean {
    const { text, fenced, blocks, findings } = this.#surroundings;
    const open = this.#open;
    if (open?.tag.name !== tag.name) {
      findings.addNote({ at: placeIn(line, tag.start), code: "orphanCloseTag", tag: tag.text });
      return false;
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
    return true;
  }

  #drop(code: "orphanOpenTag" | "discardedOpenTag"): void {
    if (this.#open === undefined) return;
    const { findings, fenced } = this.#surroundings;
    const { tag, line, hasDirective, spoilt } = this.#open;
    findings.addNote({ at: placeIn(line, tag.start), code, tag: tag.text });
    const isLoss = hasDirective || spoilt?.code === "splitByFence";
    if (spoilt !== undefined && isLoss && !fenced) findings.addProblem(spoilt);
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
  if (closeAt >= 0) open.spoilt ??= { at: placeIn(line, closeAt), code: "tagNotAlone", tag: closeTagOf(open.tag) };
}
