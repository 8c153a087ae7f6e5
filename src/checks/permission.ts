import { normalize } from "./command.ts";
import { splitWords } from "./words.ts";

export type Action = "allow" | "ask" | "deny";

/** One rule of the host, as its agents and sessions carry them. */
export interface Rule {
  readonly permission: string;
  readonly pattern: string;
  readonly action: Action;
}

/** What the host decides: the last rule whose permission and pattern both match, and `ask` where none does. */
export function evaluate(rules: readonly Rule[], permission: string, pattern: string): Action {
  return (
    rules.findLast((rule) => matches(rule.permission, permission) && matches(rule.pattern, pattern))?.action ?? "ask"
  );
}

/**
 * What the host decides about a command, taken strictly: quotes and spaces that hide a command from a rule
 * (`"npm"  test`) don't hide it here.
 */
export function evaluateCommand(rules: readonly Rule[], text: string): Action {
  const written = evaluate(rules, "bash", text);
  const split = splitWords(text);
  const [program, ...args] = split.ok ? split.words : [];
  if (program === undefined) return written;
  return strictest(written, evaluate(rules, "bash", normalize({ program, args })));
}

const strictness: Record<Action, number> = { allow: 0, ask: 1, deny: 2 };

export function strictest(one: Action, other: Action): Action {
  return strictness[one] >= strictness[other] ? one : other;
}

/**
 * The host's wildcards: `*` stands for any characters, line breaks and slashes included, `?` for exactly one, all else
 * for itself, over the whole text; a `*` behind a last space may also stand for nothing, its space included.
 */
export function matches(pattern: string, text: string): boolean {
  const wildcard = pattern.replaceAll("\\", "/");
  const subject = text.replaceAll("\\", "/");
  if (wildcard.endsWith(" *") && matchesPieces(wildcard.slice(0, -2), subject)) return true;
  return matchesPieces(wildcard, subject);
}

/** Each piece between stars is taken where it first fits, which is enough, so that no pattern makes it backtrack. */
function matchesPieces(wildcard: string, text: string): boolean {
  const [first = "", ...others] = wildcard.split("*");
  const last = others.pop();
  if (last === undefined) return first.length === text.length && fitsAt(first, text, 0);
  const end = text.length - last.length;
  if (!fitsAt(first, text, 0) || end < first.length || !fitsAt(last, text, end)) return false;
  let from = first.length;
  for (const piece of others) {
    const at = findPiece(piece, text, from, end);
    if (at === undefined) return false;
    from = at + piece.length;
  }
  return true;
}

function findPiece(piece: string, text: string, from: number, end: number): number | undefined {
  for (let at = from; at + piece.length <= end; at++) if (fitsAt(piece, text, at)) return at;
  return undefined;
}

function fitsAt(piece: string, text: string, at: number): boolean {
  if (at < 0 || at + piece.length > text.length) return false;
  if (!piece.includes("?")) return text.startsWith(piece, at);
  for (let index = 0; index < piece.length; index++) {
    if (piece[index] !== "?" && piece[index] !== text[at + index]) return false;
  }
  return true;
}
