import { defineConfig } from "vitest/config";

/** Live models: slow, metered and in need of credentials, so never part of `npm test`. */
export default defineConfig({
  test: {
    include: ["test/smoke/*.smoke.ts"],
    // One after the other: the host's database is locked where several begin at once.
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 60_000,
  },
});
