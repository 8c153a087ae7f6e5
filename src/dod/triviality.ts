import { findMentions, pathsAmong, proseOf } from "./mentions.ts";
import { hasSequence, isPlain, opensOrder, splitClauses, wordsIn } from "./phrasing.ts";

export interface Dispatch {
  readonly prompt: string;
  /** Whether the producer's permissions let it neither edit nor run commands. */
  readonly readOnlyAgent: boolean;
  readonly fastTier: boolean;
}

/** The longest prompt that can be trivial, in UTF-16 code units. */
const longest = 240;

/**
 * Whether a dispatch is so small that its result needs no verification: one lookup, done cheaply or by who can change
 * nothing. Every rule must hold, and where words leave a doubt, one doesn't:
 *
 * - the producer is of the fast tier, or a read-only agent;
 * - the prompt has at most 240 characters, all of them plain English ones, since no other script's verbs are known here
 *   and no look-alike or invisible letter may hide one;
 * - it begins with a lookup verb, politeness aside, that can't be a noun there (`search is slow`), and holds no writing
 *   verb in any form, not even as a noun or in "don't change anything", and none that speaks of a duty (`must`, `should`),
 *   which asks for more than an answer;
 * - it names at most one path, where everything that may be one counts;
 * - no line has a list marker, nothing is numbered or stepped, and there is no code fence;
 * - nothing is chained: no `then` or `also`, none of `; & | < >`, and no clause behind a line break, a full stop, a
 *   comma, a colon, a dash, a bracket, `and`, `or` or `but` begins with a word that could be an order. Those that can't
 *   be are known: an article, a pronoun, a question word, a preposition, or a name that is no English word, such as `parseAll`;
 * - there are no three items: two separators (commas, `and`, `or`) make an enumeration of them;
 * - it asks for no whole class (no `all`, `every`, `each`, `any`, `everything`, …) and for no idea (`a way to …`).
 */
export function isTrivial({ prompt, readOnlyAgent, fastTier }: Dispatch): boolean {
  if (!(readOnlyAgent || fastTier) || prompt.length > longest || !isPlain(prompt)) return false;
  const mentions = findMentions(prompt);
  if (pathsAmong(mentions, ["file", "path"]).length > 1) return false;
  const prose = proseOf(prompt, mentions);
  const [first = "", ...others] = splitClauses(prose);
  return (
    isLookup(first) &&
    !others.some(opensOrder) &&
    !hasSequence(prose) &&
    !isEnumeration(prose) &&
    !wordsIn(prose).some((word) => excluded.has(word) || isWriting(word))
  );
}

const politeness = /^\s*(?:(?:please|kindly|just|quickly|briefly|can you|could you|would you|will you) +)*/i;

function isLookup(clause: string): boolean {
  const request = clause.replace(politeness, "");
  const [verb = ""] = /^[a-z]+(?![\w-])/i.exec(request) ?? [];
  const object = request.slice(verb.length);
  if (lookups.has(verb.toLowerCase()) || /^tell (?:me|us)\b/i.test(request)) return true;
  return lookupsOrNouns.has(verb.toLowerCase()) && (objects.has(wordsIn(object)[0] ?? "") || !opensOrder(object));
}

function isEnumeration(prose: string): boolean {
  return (prose.match(/,(?:\s*(?:and|or)\b)?|\b(?:and|or)\b/gi) ?? []).length >= 2;
}

/** Whether a word is a writing verb, or one of its forms. */
function isWriting(word: string): boolean {
  return formsOf(word).some((form) => writing.has(form));
}

/** What a word may be a form of: `fixes`, `renamed`, `putting`, `copied`. */
function formsOf(word: string): string[] {
  const stems = ["s", "es", "d", "ed", "ing"]
    .filter((ending) => word.endsWith(ending))
    .map((ending) => word.slice(0, -ending.length));
  return [
    word,
    word.replace(/ie[sd]$/, "y"),
    ...stems.flatMap((stem) => [stem, `${stem}e`, stem.replace(/(.)\1$/, "$1")]),
  ];
}

const lookups = setOf("find locate explain describe summarize summarise identify grep inspect");

/** These begin a report as well (`list crashes on scroll`), unless something follows that can only be their object. */
const lookupsOrNouns = setOf("list show search look read count display view");

const objects = setOf(
  "me us at up into through files directories folders functions methods classes types exports imports usages callers",
  "references occurrences routes endpoints dependencies packages scripts comments tests",
);

const writing = setOf(
  "write wrote written rewrite rewrote rewritten create make made build built rebuild rebuilt add append insert inject",
  "generate regenerate emit scaffold produce implement introduce draft compose save persist dump override overwrite",
  "fix repair correct resolve solve patch debug change edit modify update upgrade downgrade bump adjust alter amend tweak",
  "tune improve optimize optimise simplify harden refactor restructure reorganize reorganise extract rename move copy",
  "paste replace swap substitute convert migrate transform translate rework redo undo delete remove drop strip erase wipe",
  "purge clear clean cleanup reset revert restore rollback truncate tidy lint set unset put install uninstall download",
  "upload publish release deploy ship commit push merge rebase stash enable disable toggle flip configure wire register",
  "apply run ran execute kill restart rm mv cp mkdir rmdir touch sed tee chmod chown ln",
);

/** Duties, chains, sequences, everything of a kind, and what is found by inventing it. */
const excluded = setOf(
  "should must shall need needs needed ought",
  "then next after afterwards afterward before finally lastly also plus additionally besides furthermore moreover",
  "subsequently once meanwhile followed first firstly second secondly third thirdly step steps",
  "all every each any everything everywhere everyone anything whole entire throughout across",
  "way ways solution solutions workaround",
);

function setOf(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(" ")));
}
