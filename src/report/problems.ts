import type { BlockNote, BlockProblem } from "../dod/problem.ts";
import { quote } from "./quote.ts";

/** One line for a problem: where it is, what is wrong, and how to put it right. */
export function formatBlockProblem(problem: BlockProblem): string {
  return `${place(problem)} ${describeBlockProblem(problem)}`;
}

/** One line for a note: where it belongs and what it says. */
export function formatBlockNote(note: BlockNote): string {
  return `${place(note)} ${describeBlockNote(note)}`;
}

export function describeBlockProblem(problem: BlockProblem): string {
  switch (problem.code) {
    case "unknownDirective":
      return `unknown directive ${snippet(problem.word)}; ${didYouMean(problem.suggestion) ?? "a line begins with check:, criteria: or deliverable:, and prose without a label is ignored"}`;
    case "missingColon":
      return `"${problem.directive}" without its colon; write "${problem.directive}: …", or begin the line with another word`;
    case "missingDirective":
      return `${snippet(problem.text)} looks like a check; write "check: <kind> key=value …" on one line`;
    case "decoratedDirective":
      return `${snippet(problem.text)} is no directive; write "${problem.directive}:" plainly at the beginning of the line`;
    case "falseLineBreak":
      return `${describeCharacter(problem.separator)} ends no line, and a directive follows it; put that on a line of its own`;
    case "detachedText":
      return `what stands under "${problem.directive}:" belongs to it only when indented; indent it, or begin it with a "${problem.directive}:" of its own`;
    case "outsideBlock":
      return "a directive outside the tags; move it into the block, or leave out the tags altogether";
    case "tagNotAlone":
      return `${problem.tag} must stand alone on its line; move the rest of that line to lines of its own`;
    case "splitByFence":
      return `${problem.tag} is on the other side of a code fence than its open tag; have both outside of the fence, or both inside`;
    case "missingKind":
      return `a check without a kind; write "check: <kind> …" with one of ${list(problem.allowed)}`;
    case "unknownKind":
      return `unknown check kind ${snippet(problem.word)}; ${didYouMean(problem.suggestion) ?? `there are ${list(problem.allowed)}`}`;
    case "unknownKey":
      return `unknown key ${snippet(problem.key)} of ${problem.kind}; ${didYouMean(problem.suggestion) ?? `it takes ${list(problem.allowed)}`}`;
    case "missingKey":
      return `${problem.kind} needs ${problem.key}=…; add it`;
    case "emptyValue":
      return `${problem.key} is empty; give it a value`;
    case "badValue":
      return `${problem.key} can't be ${snippet(problem.value)}; write ${problem.allowed.map((value) => `${problem.key}=${value}`).join(" or ")}`;
    case "leftOverText":
      return `left-over text ${snippet(problem.text)}; put a value that holds spaces in quotes, key="…", and remove the rest`;
    case "oddCharacter":
      return `${describeCharacter(problem.character)} can't stand here; use plain spaces and straight quotes`;
    case "unterminatedQuote":
      return `a quote that doesn't end on its line; close it with ${problem.quote}`;
    case "unterminatedBrace":
      return "a brace that isn't closed on its line; close it with }, or put the value in quotes";
    case "invalidSchema":
      return `the inline schema is no valid JSON (${showSpaces(quote(problem.message, longest))}); correct it, or name a file: schema=path.json`;
    case "pathEscapes":
      return `${problem.key} ${snippet(problem.path)} leads out of the base directory; write a path below it, or an absolute one`;
    case "emptyBlock":
      return 'neither a check nor a criterion; add a "check: …" or a "criteria: …" line';
    case "blockTooLarge":
      return `a block of more than ${problem.limit / 1024} KiB; shorten it, or split it in two`;
    case "tooManyChecks":
      return `more than ${problem.limit} checks in one block; split it in two`;
    case "tooManyCriteria":
      return `more than ${problem.limit} criteria in one block; split it in two`;
    case "tooManyBlocks":
      return `more than ${problem.limit} blocks in one text; delegate in smaller pieces`;
    case "tooManyProblems":
      return `more than ${problem.limit} problems; correct the ones above first`;
  }
}

export function describeBlockNote(note: BlockNote): string {
  switch (note.code) {
    case "orphanOpenTag":
      return `${note.tag} has no closing tag and was ignored; end the block with a line that holds ${closing(note.tag)} alone`;
    case "orphanCloseTag":
      return `${note.tag} closes nothing and was ignored`;
    case "discardedOpenTag":
      return `${note.tag} was ignored, since another block begins before its closing tag`;
    case "misplacedTag":
      return `${snippet(note.text)} was not read as a tag; a tag stands alone on its line, without decoration`;
    case "ignoredFencedBlock":
      return `a block in a code fence was ignored, since there is one outside a fence`;
    case "ignoredProse":
      return `${snippet(note.text)} was ignored as prose; only check:, criteria: and deliverable: lines count`;
    case "ignoredEmpty":
      return `an empty "${note.directive}:" was ignored`;
    case "tooManyNotes":
      return `there are more than ${note.limit} notes`;
  }
}

/** How much of the author's text a sentence quotes, in UTF-16 code units. */
const longest = 60;

function snippet(text: string): string {
  return `"${showSpaces(quote(text, longest))}"`;
}

/** Makes white space other than the plain one visible, and what takes no space at all. */
function showSpaces(text: string): string {
  return text.replaceAll(/(?! )[\p{White_Space}\p{Default_Ignorable_Code_Point}]/gu, (character) => {
    return `\\u{${character.codePointAt(0)?.toString(16)}}`;
  });
}

function place({ at }: BlockProblem | BlockNote): string {
  return `${at.line}:${at.column}`;
}

function didYouMean(suggestion: string | undefined): string | undefined {
  return suggestion && `did you mean "${suggestion}"?`;
}

function list(names: readonly string[]): string {
  return names.join(", ");
}

function closing(tag: string): string {
  return tag.replace("[", "[/");
}

/** A character by itself and by its number, since it may be invisible or look like another. */
function describeCharacter(text: string): string {
  const [first, second] = [...text];
  if (second !== undefined) return `"${text}"`;
  const codePoint = (first ?? "").codePointAt(0) ?? 0;
  const number = `U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}`;
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(text) ? `the character ${text} (${number})` : `the character ${number}`;
}
