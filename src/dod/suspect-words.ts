import { type Directive, nearDirective } from "./directive.ts";
import { excerpt } from "./excerpt.ts";
import { isCheckKind, keyNames, kindNames } from "./kinds.ts";
import { type NumberedLine, placeIn } from "./line.ts";
import type { BlockProblem } from "./problem.ts";
import { isNear } from "./suggest.ts";
import { type Word, wordsOf } from "./words.ts";

/** Finds a directive without its colon, and a check without its `check:`. */
export function suspectWords(line: NumberedLine, start: number, continues: boolean): BlockProblem | undefined {
  const { text } = line;
  const words = wordsOf(text, start);
  const [first, second] = words;
  if (first === undefined) return undefined;
  const directive = findBareDirective(first, second, continues);
  if (directive !== undefined) return { at: placeIn(line, first.start), code: "missingColon", directive };
  if (isSurelyCheck(text, start, words) || (!continues && isProbablyCheck(text, start, words))) {
    return { at: placeIn(line, start), code: "missingDirective", text: excerpt(text.slice(start)) };
  }
  return undefined;
}

/** The directive that a line begins with: whole, torn in two, or stuck to the next word. */
function findBareDirective(first: Word, second: Word | undefined, continues: boolean): Directive | undefined {
  const directive = nearDirective(first.text);
  if (directive === "check" && second !== undefined) return isNearAnyOf(second, kindNames) ? directive : undefined;
  if (continues) return undefined;
  return directive ?? (second && nearDirective(first.text + second.text, 1)) ?? findStuck(first);
}

/** Not `check`, which much of plain English begins with. */
function findStuck({ text }: Word): Directive | undefined {
  return (["criteria", "deliverable"] as const).find((name) => text.toLowerCase().startsWith(name));
}

const keyPattern = `(?:${keyNames.join("|")})[ \\t]*[=＝]`;
const leadingKnownKey = new RegExp(keyPattern, "y");
const knownKey = new RegExp(keyPattern);
const leadingKey = /\p{L}[\p{L}\p{N}_-]*[=＝]/uy;
const followingKey = /[ \t]+\p{L}[\p{L}\p{N}_-]*[ \t]*[=＝]/uy;

function isSurelyCheck(text: string, start: number, words: readonly Word[]): boolean {
  return (
    (words.length === 1 && words.some(isKind)) ||
    words.some((word) => isKind(word) && matchesAt(followingKey, text, word.end)) ||
    matchesAt(leadingKnownKey, text, start)
  );
}

/** The kinds that no prose mentions by chance, as it does `run`. */
const unmistakable = kindNames.filter((kind) => kind !== "run");

function isProbablyCheck(text: string, start: number, words: readonly Word[]): boolean {
  return (
    words.slice(0, 1).some((word) => isNearAnyOf(word, unmistakable)) ||
    unmistakable.some((kind) => text.includes(kind, start)) ||
    matchesAt(leadingKey, text, start) ||
    knownKey.test(text)
  );
}

function isKind(word: Word): boolean {
  return isCheckKind(word.text);
}

/** A short name may be off by one edit, a long one by two. */
function isNearAnyOf(word: Word, names: readonly string[]): boolean {
  return names.some((name) => isNear(word.text, name, name.length < 5 ? 1 : 2));
}

function matchesAt(pattern: RegExp, text: string, index: number): boolean {
  pattern.lastIndex = index;
  return pattern.test(text);
}
