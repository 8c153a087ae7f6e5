import type { PluginInput } from "@opencode-ai/plugin";
import type { Log } from "../../ports/machine.ts";

type Client = PluginInput["client"];
type ToastVariant = "success" | "warning" | "error";

/** Writes to the host's log. `console` would end up in the middle of the host's own output. */
export function createLog(client: Client): Log {
  return (level, message) => {
    const body = { service: "dod-gate", level, message };
    attempt(() => client.app.log({ body }));
  };
}

/** Shows a message where there is a terminal user interface; elsewhere nothing happens. */
export function showToast(client: Client, message: string, variant: ToastVariant = "error"): void {
  attempt(() => client.tui.showToast({ body: { title: "dod-gate", message, variant } }));
}

/** A message that can't be delivered must not become a failure of what it reports. */
function attempt(deliver: () => Promise<unknown>): void {
  Promise.resolve()
    .then(deliver)
    .catch(() => undefined);
}
