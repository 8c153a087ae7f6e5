import { type Overlap, overlap } from "./overlap.ts";
import { type Rule, strictest } from "./permission.ts";

/** What holds where no rule matches. */
const byDefault: Rule = { permission: "*", pattern: "*", action: "ask" };

/**
 * Rules that, put behind an agent's own, leave it what both it and somebody else may do: in everything the stricter of
 * the two decides. Where wildcards overlap in a way that none could tell, the rules are stricter still.
 *
 * The last rule that matches decides for each of the two, and so the last pair of rules that match decides for both.
 */
export function restrict(own: readonly Rule[], others: readonly Rule[]): Rule[] {
  const rules: Rule[] = [];
  for (const other of [byDefault, ...others]) {
    for (const rule of [byDefault, ...own]) {
      const both = meet(other, rule, rules);
      if (both !== undefined) rules.push(both);
    }
  }
  return tidy(rules);
}

function meet(one: Rule, other: Rule, earlier: readonly Rule[]): Rule | undefined {
  const permission = overlap(one.permission, other.permission);
  const pattern = overlap(one.pattern, other.pattern);
  if (permission.kind === "none" || pattern.kind === "none") return undefined;
  const action = strictest(one.action, other.action);
  if (permission.kind === "pattern" && pattern.kind === "pattern")
    return { permission: permission.pattern, pattern: pattern.pattern, action };
  // Allowing more than is certain would be wider, and what came before is strict enough.
  if (action === "allow") return undefined;
  const stricter = one.action === action ? one : other;
  const wider = {
    permission: orElse(permission, stricter.permission),
    pattern: orElse(pattern, stricter.pattern),
  };
  const opens = action === "ask" && earlier.some((rule) => rule.action === "deny" && meets(rule, wider));
  return { ...wider, action: opens ? "deny" : action };
}

function orElse(common: Overlap, whole: string): string {
  return common.kind === "pattern" ? common.pattern : whole;
}

function meets(one: Pick<Rule, "permission" | "pattern">, other: Pick<Rule, "permission" | "pattern">): boolean {
  return (
    overlap(one.permission, other.permission).kind !== "none" && overlap(one.pattern, other.pattern).kind !== "none"
  );
}

/** Without the rules that a later one always decides before. */
function tidy(rules: readonly Rule[]): Rule[] {
  const last = new Map(rules.map((rule, index) => [keyOf(rule), index]));
  const everything = last.get(keyOf(byDefault)) ?? 0;
  return rules.filter((rule, index) => index >= everything && last.get(keyOf(rule)) === index);
}

function keyOf({ permission, pattern }: Rule): string {
  return JSON.stringify([permission, pattern]);
}
