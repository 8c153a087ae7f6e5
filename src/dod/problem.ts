import type { Directive } from "./directive.ts";
import type { CheckKind, Position } from "./dod.ts";
import type { CheckKey } from "./kinds.ts";

interface Located {
  readonly at: Position;
}

/**
 * Why a block can't be used: with one of these, its DoD can never pass. Facts only; the sentences are made in the report.
 * Texts in it are excerpts of the author's own, with any character.
 */
export type BlockProblem = Located &
  (
    | { readonly code: "unknownDirective"; readonly word: string; readonly suggestion?: Directive }
    /** A directive without its colon, such as `check testsPass`. */
    | { readonly code: "missingColon"; readonly directive: Directive }
    /** What belongs to a check, without the `check:` before it. */
    | { readonly code: "missingDirective"; readonly text: string }
    /** A directive among other characters, such as `**check:**`, or with a look-alike of the colon. */
    | { readonly code: "decoratedDirective"; readonly directive: Directive; readonly text: string }
    /** A directive behind something that looks like a line break and is none. */
    | { readonly code: "falseLineBreak"; readonly separator: string }
    /** What follows an empty directive, or a list that follows its head, without being indented under it. */
    | { readonly code: "detachedText"; readonly directive: Directive }
    /** A directive beside the tags, where only a block or only bare directives are expected. */
    | { readonly code: "outsideBlock" }
    /** A tag and directives on one line. */
    | { readonly code: "tagNotAlone"; readonly tag: string }
    /** A close tag on the other side of a code fence than its open tag. */
    | { readonly code: "splitByFence"; readonly tag: string }
    | { readonly code: "missingKind"; readonly allowed: readonly CheckKind[] }
    | {
        readonly code: "unknownKind";
        readonly word: string;
        readonly suggestion?: CheckKind;
        readonly allowed: readonly CheckKind[];
      }
    | {
        readonly code: "unknownKey";
        readonly kind: CheckKind;
        readonly key: string;
        readonly suggestion?: CheckKey;
        readonly allowed: readonly CheckKey[];
      }
    | { readonly code: "missingKey"; readonly kind: CheckKind; readonly key: CheckKey }
    | { readonly code: "emptyValue"; readonly key: CheckKey }
    | {
        readonly code: "badValue";
        readonly key: CheckKey;
        readonly value: string;
        readonly allowed: readonly string[];
      }
    | { readonly code: "leftOverText"; readonly text: string }
    /** White space other than space and tab, an invisible or a typographic character where it would mislead. */
    | { readonly code: "oddCharacter"; readonly character: string }
    | { readonly code: "unterminatedQuote"; readonly quote: Quote }
    | { readonly code: "unterminatedBrace" }
    | { readonly code: "invalidSchema"; readonly message: string }
    /** A relative path that leads out of the directory it is relative to. */
    | { readonly code: "pathEscapes"; readonly key: CheckKey; readonly path: string }
    | { readonly code: "emptyBlock" }
    | { readonly code: LimitCode; readonly limit: number }
  );

/** What the reader should know about a text although it stops nothing. */
export type BlockNote = Located &
  (
    | { readonly code: "orphanOpenTag" | "orphanCloseTag" | "discardedOpenTag"; readonly tag: string }
    /** A line that looks like a tag and is none. */
    | { readonly code: "misplacedTag"; readonly text: string }
    /** A block in a code fence, which doesn't count beside an unfenced one. */
    | { readonly code: "ignoredFencedBlock"; readonly tag: string }
    | { readonly code: "ignoredProse"; readonly text: string }
    | { readonly code: "ignoredEmpty"; readonly directive: Directive }
    | { readonly code: "tooManyNotes"; readonly limit: number }
  );

export type Quote = '"' | "'";

type LimitCode = "blockTooLarge" | "tooManyChecks" | "tooManyCriteria" | "tooManyBlocks" | "tooManyProblems";

/** A problem before its place is known. */
export type ProblemFacts = WithoutPlace<BlockProblem>;

type WithoutPlace<Each> = Each extends BlockProblem ? Omit<Each, "at"> : never;
