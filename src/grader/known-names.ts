import { basename } from "node:path";
import { unspaced } from "./quoted.ts";

/** A known file that a text names. */
export interface NamedFile {
  /** As the text has it. */
  readonly name: string;
  /** The line that follows, where one does. */
  readonly line: string | undefined;
}

/** A word, a letter of a script without spaces, or any other character. */
const piece = new RegExp(`[${unspaced}]|(?:(?![${unspaced}])[\\p{L}\\p{M}\\p{N}_])+|[^]`, "gu");
const unspacedLetter = new RegExp(`^[${unspaced}]`, "u");
/** With one of these beside it, a name is but a part of another one. Some only look like a slash. */
const partOfName = /^(?!\s)[\p{L}\p{M}\p{N}\p{C}_/\\@$%+~#\u2044\u2215\u2571\u29f8\uff0f-]/u;
const wordBegins = /^[\p{L}\p{M}\p{N}_]/u;
/** Perhaps behind the marks that close a quotation, code or emphasis. */
const lineAfter = /^["'`”’»)\]*_]{0,3}(?::L?|#L)([1-9]\d{0,9})(?![\w/\\])/;

/** How often a piece is looked at, on average. Texts of real names need far less; beyond it nothing more is found. */
const looks = 20;

/** In UTF-16 code units. */
const longestName = 1_000;

interface Node {
  readonly next: Map<string, Node>;
  ends: boolean;
}

/** Finds known files in a text by their names, literally, so that any character may be part of one. */
export class KnownNames {
  private readonly root: Node = { next: new Map(), ends: false };

  /** Only names that the texts could hold are kept. */
  constructor(names: Iterable<string>, texts: readonly string[]) {
    const present = new Set(texts.flatMap(piecesOf));
    const held = new Map<string, boolean>();
    for (const name of names) {
      const last = basename(name);
      const isHeld = held.get(last) ?? piecesOf(last).every((part) => present.has(part));
      held.set(last, isHeld);
      if (isHeld && name !== "" && name.length <= longestName) this.add(name);
    }
  }

  private add(name: string): void {
    let node = this.root;
    for (const part of piecesOf(name)) {
      const next = node.next.get(part) ?? { next: new Map(), ends: false };
      node.next.set(part, next);
      node = next;
    }
    node.ends = true;
  }

  /** The known files that a text names, at each place the longest name, and the text without the names. */
  takeOut(text: string): { readonly named: readonly NamedFile[]; readonly rest: string } {
    const named: NamedFile[] = [];
    const pieces = piecesOf(text);
    const kept: string[] = [];
    let looksLeft = looks * pieces.length;
    let offset = 0;
    for (let start = 0; start < pieces.length; ) {
      const { end, looked } = this.longestAt(pieces, start, looksLeft);
      looksLeft -= looked;
      const part = pieces.slice(start, Math.max(end, start + 1)).join("");
      offset += part.length;
      start = Math.max(end, start + 1);
      const line = end > 0 ? lineAfter.exec(text.slice(offset, offset + 20))?.[1] : undefined;
      // A bare word names a file only with a line.
      const isNamed = end > 0 && (line !== undefined || /[./\\]/.test(part));
      if (isNamed) named.push({ name: part, line });
      kept.push(isNamed ? " " : part);
    }
    return { named, rest: kept.join("") };
  }

  /** Where the longest name ends that begins at a piece; 0 where none does. */
  private longestAt(pieces: readonly string[], start: number, mostLooks: number) {
    let end = 0;
    let looked = 0;
    let node = mayBegin(pieces, start) ? this.root.next.get(pieces[start] ?? "") : undefined;
    while (node !== undefined && looked < mostLooks) {
      looked += 1;
      if (node.ends && mayEnd(pieces, start + looked)) end = start + looked;
      node = node.next.get(pieces[start + looked] ?? "");
    }
    return { end, looked };
  }
}

function piecesOf(text: string): string[] {
  return text.match(piece) ?? [];
}

function mayBegin(pieces: readonly string[], start: number): boolean {
  const before = pieces[start - 1] ?? " ";
  if (unspacedLetter.test(before)) return !unspacedLetter.test(pieces[start] ?? "");
  return before !== "." && !partOfName.test(before);
}

function mayEnd(pieces: readonly string[], end: number): boolean {
  const after = pieces[end] ?? " ";
  // Behind a name with a line, as in `a.ts#L3`, stands the line.
  if (unspacedLetter.test(after) || (after === "#" && /^L\d/.test(pieces[end + 1] ?? ""))) return true;
  if (after === ".") return !wordBegins.test(pieces[end + 1] ?? " ");
  return !partOfName.test(after);
}
