import type { Plugin } from "@opencode-ai/plugin";
import { claimHost } from "./adapters/host/host-claim.ts";
import { createLog, showToast } from "./adapters/host/log.ts";
import { findOneShot } from "./adapters/host/one-shot.ts";
import { hostSurroundings } from "./adapters/host-surroundings.ts";
import { describeSecondCopy } from "./report/start-notices.ts";
import { contain } from "./wiring/boundary.ts";
import { createStandIn } from "./wiring/stand-in.ts";

/** Starts the plugin once for each instance of the host, and never fails: a part that is missing speaks in every verdict. */
export const server: Plugin = async (input, options) => {
  if (hostSurroundings().env["DOD_GATE"]?.trim().toLowerCase() === "off") return {};
  const log = createLog(input.client);
  const release = claimHost(input.client);
  if (release === undefined) {
    log("warn", describeSecondCopy(import.meta.url, options));
    return {};
  }
  const hooks = await contain(
    "start",
    log,
    async () => (await import("./plugin.ts")).server(input, options),
    (message) =>
      createStandIn({ message, log, oneShot: findOneShot(), announce: (reason) => showToast(input.client, reason) }),
  );
  return {
    ...hooks,
    dispose: async () => {
      release();
      await hooks.dispose?.();
    },
  };
};
