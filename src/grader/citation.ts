import { KnownNames } from "./known-names.ts";
import { splitAtMarks } from "./quoted.ts";

/** A place that a reason names. */
export interface Citation {
  /**
   * `located`: it has a line, and so claims to be evidence. `mentioned`: it has none, or is perhaps no path at all
   * (`Makefile:3` is one and `status:200` is not). It claims nothing, yet it may name a file that was read.
   */
  readonly kind: "located" | "mentioned";
  /** The path as it probably is, and then with what stands around it or without what is run together with it. */
  readonly spellings: readonly string[];
  /** The first line. */
  readonly line?: string;
  /** Behind the line stands a column, as in the frames of a stack. */
  readonly hasColumn?: true;
  /** What else it is where that is no file: the words of a path with spaces. */
  readonly otherwise?: readonly Citation[];
}

/** A longer word is no path, in UTF-16 code units. It also bounds what the patterns below may cost. */
const longestWord = 1_000;

/** A line, whatever follows it but the rest of a word or of a path: the end of a range, a column, a bracket. */
const location = /(?::L?|#L)([1-9]\d*)(?![\w/\\])(:\d)?/;
const separator = /[\s,;|、，。；：（）【】]+|\]\(/;
const opening = /^[([{<*_~]+/;
const closing = /[)\]}>*_~.:!?]+$/;
/** Words of a script without spaces, run together with a path. */
const prose = /^\P{ASCII}+/u;
/** A file's; behind the name of a host the number is a port. */
const extension = /\.(?!(?:com|org|net|io|dev|local)$)\p{L}[\p{L}\p{N}_-]*$/u;

const noNames = new KnownNames([], []);

/**
 * Finds what a reason cites: first the files whose names are known, whatever stands in them. Of the rest, looked at are the words between white space, quotation marks, commas and the like, with and
 * without the punctuation around them, and as one word what stands between quotation marks, since a path may hold
 * spaces. A word is located where a line follows (`a.ts:3`, `a.ts:3-9`, `a.ts:3:1`, `a.ts#L3-L9`) on something that has
 * a letter and either a slash or an extension. A URL is no citation.
 */
export function citationsIn(reason: string, known = noNames): Citation[] {
  const { named, rest } = known.takeOut(reason);
  return [...named.flatMap(({ name, line }) => citationAs([name], line)), ...unknownIn(rest)];
}

function unknownIn(text: string): Citation[] {
  const pieces = splitAtMarks(text);
  return pieces.flatMap((piece, index) => {
    const words = piece.split(separator).flatMap(citationOf);
    const isMarked = index > 0 && index < pieces.length - 1;
    const [whole] = isMarked && /\s/.test(piece.trim()) ? citationOf(piece.trim()) : [];
    return whole?.kind === "located" ? [{ ...whole, otherwise: words }] : words;
  });
}

function citationOf(written: string): Citation[] {
  if (written.length > longestWord || !/[./\\:#]/.test(written) || written.includes("://")) return [];
  const word = written.replace(closing, "");
  const place = location.exec(word);
  const path = word.slice(0, place?.index ?? word.length);
  const inner = path.replace(opening, "");
  const bare = inner.replace(closing, "");
  if (!isName(bare)) return [];
  const [file = ""] = bare.split("::");
  // The file of a test's name, as in `test_a.py::test_b`.
  const spellings = [...(looksLikePath(file) ? [file] : []), bare, inner, path, bare.replace(prose, "")];
  const [citation] = citationAs([...new Set(spellings)].filter(isName), place?.[1]);
  if (citation === undefined) return [];
  return [place?.[2] === undefined ? citation : { ...citation, hasColumn: true }];
}

function citationAs(spellings: readonly string[], line: string | undefined): Citation[] {
  const isPath = looksLikePath(spellings[0] ?? "");
  if (line !== undefined) return [{ kind: isPath ? "located" : "mentioned", spellings, line }];
  return isPath ? [{ kind: "mentioned", spellings }] : [];
}

function looksLikePath(name: string): boolean {
  return /[/\\]/.test(name) || extension.test(name);
}

function isName(path: string): boolean {
  return /\p{L}/u.test(path) && !/[/\\]$/.test(path);
}
