import { restrict } from "../../checks/restrict.ts";
import type { DelegationLimits, PermissionRule } from "../../ports/host.ts";

export interface ProducerRequest {
  readonly agentRules: readonly PermissionRule[];
  /** The caller's agent's and session's. */
  readonly callerRules: readonly PermissionRule[];
  /** How many sessions are above the caller. */
  readonly depth: number;
  readonly limits: DelegationLimits;
}

/**
 * The rules of a producer's session, which the host evaluates behind its agent's: never wider than what the caller may do.
 * As in the host's own subagents, who isn't named for it neither delegates nor keeps todos.
 */
export function producerRules({ agentRules, callerRules, depth, limits }: ProducerRequest): PermissionRule[] {
  const names = (permission: string) => agentRules.some((rule) => rule.permission === permission);
  const mayDelegate = names("task") && depth + 1 < limits.depth;
  const denied = [
    ...(mayDelegate ? [] : ["task", "delegate"]),
    ...(names("todowrite") ? [] : ["todowrite"]),
    ...limits.primaryTools,
  ];
  return [
    ...restrict(agentRules, callerRules),
    ...denied.map((permission) => ({ permission, pattern: "*", action: "deny" as const })),
  ];
}
