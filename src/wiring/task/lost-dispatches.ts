import type { Hooks } from "@opencode-ai/plugin";
import type { Gatekeeper } from "../gatekeeper.ts";
import type { Dispatches } from "./dispatches.ts";

type Event = Parameters<NonNullable<Hooks["event"]>>[0]["event"];

/** Follows `task` calls that the host ends with an error, as where a producer fails or is aborted: no hook sees a result. */
export function followLostDispatches(
  dispatches: Dispatches,
  gatekeeper: Pick<Gatekeeper, "abandon">,
): (event: Event) => void {
  return (event) => {
    if (event.type !== "message.part.updated") return;
    const { part } = event.properties;
    if (part.type !== "tool" || part.tool !== "task" || part.state.status !== "error") return;
    const dispatch = dispatches.take(part.callID);
    if (dispatch !== undefined) gatekeeper.abandon(dispatch.definition);
  };
}
