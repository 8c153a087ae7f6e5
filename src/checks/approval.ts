import type { CheckContext, PermissionName } from "./context.ts";
import type { CheckOutcome } from "./result.ts";
import { untilAborted } from "./until-aborted.ts";

/** Why something may not be done under the caller's own permissions; undefined where it may. */
export async function findObjection(
  permission: PermissionName,
  pattern: string,
  { permissions, signal }: Pick<CheckContext, "permissions" | "signal">,
): Promise<Extract<CheckOutcome, { outcome: "error" }> | undefined> {
  const decision = await permissions.decide(permission, pattern);
  switch (decision) {
    case "allow":
      return undefined;
    case "deny":
      return { outcome: "error", reason: { code: "denied", permission, pattern } };
    case "ask": {
      if (permissions.approve === undefined)
        return { outcome: "error", reason: { code: "needsApproval", permission, pattern } };
      const approved = await untilAborted(permissions.approve(permission, pattern), signal);
      if (approved === undefined) return { outcome: "error", reason: { code: "stopped" } };
      return approved ? undefined : { outcome: "error", reason: { code: "denied", permission, pattern } };
    }
  }
}
