import { opencodeBinary } from "../e2e/harness/host.ts";

/** The Bun that the host is built with, and in which the plugin runs: the host's executable, told to be nothing else. */
export function hostBun(): { file: string; env: NodeJS.ProcessEnv } {
  return { file: opencodeBinary(), env: { ...process.env, BUN_BE_BUN: "1" } };
}
