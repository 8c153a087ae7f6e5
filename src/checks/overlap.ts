import { matches } from "./permission.ts";

/** What two of the host's wildcards have in common. */
export type Overlap =
  | { readonly kind: "none" }
  /** Exactly what this wildcard matches. */
  | { readonly kind: "pattern"; readonly pattern: string }
  /** Something perhaps, which can't be told by one wildcard. */
  | { readonly kind: "unclear" };

export function overlap(one: string, other: string): Overlap {
  if (covers(one, other)) return { kind: "pattern", pattern: other };
  if (covers(other, one)) return { kind: "pattern", pattern: one };
  return areDisjoint(one, other) ? { kind: "none" } : { kind: "unclear" };
}

/**
 * Whether a wildcard is certain to match all that another one matches. The other's own `*` and `?` are taken as
 * characters: only a `*` can have taken them in, and that takes in whatever they stand for.
 */
function covers(wide: string, narrow: string): boolean {
  if (isLiteral(narrow)) return matches(wide, narrow);
  if (wide.includes("?")) return wide === narrow;
  return matches(wide, narrow) && (!endsOpen(narrow) || matches(wide, narrow.slice(0, -2)));
}

/** Whether two wildcards are certain to have nothing in common, by how what they match begins and ends. */
function areDisjoint(one: string, other: string): boolean {
  return formsOf(one).every((form) => formsOf(other).every((another) => differ(form, another)));
}

function differ(one: string, other: string): boolean {
  if (isLiteral(one)) return !matches(other, one);
  if (isLiteral(other)) return !matches(one, other);
  const [begin, start] = [prefixOf(one), prefixOf(other)];
  const [end, finish] = [suffixOf(one), suffixOf(other)];
  return !(begin.startsWith(start) || start.startsWith(begin)) || !(end.endsWith(finish) || finish.endsWith(end));
}

/** A `*` behind a last space may stand for nothing, its space included. */
function formsOf(pattern: string): string[] {
  return endsOpen(pattern) ? [pattern.slice(0, -2), pattern] : [pattern];
}

function isLiteral(pattern: string): boolean {
  return !/[*?]/.test(pattern);
}

function endsOpen(pattern: string): boolean {
  return pattern.endsWith(" *");
}

function prefixOf(pattern: string): string {
  return withSlashes(pattern.split(/[*?]/, 1)[0] ?? "");
}

function suffixOf(pattern: string): string {
  return withSlashes(pattern.split(/[*?]/).at(-1) ?? "");
}

function withSlashes(text: string): string {
  return text.replaceAll("\\", "/");
}
