import { matches, type Rule } from "./permission.ts";

/** Whether somebody with these rules can neither edit a file nor run a command, whatever its name. */
export function isReadOnly(rules: readonly Rule[]): boolean {
  return isDenied(rules, "edit") && isDenied(rules, "bash");
}

/**
 * Whether a permission is denied for every pattern. The last matching rule wins, so an exception counts only behind the
 * rule that denies everything; with no such rule the host asks.
 */
function isDenied(rules: readonly Rule[], permission: string): boolean {
  const relevant = rules.filter((rule) => matches(rule.permission, permission));
  const general = relevant.findLastIndex((rule) => /^\*+$/.test(rule.pattern));
  return general >= 0 && relevant.slice(general).every((rule) => rule.action === "deny");
}
