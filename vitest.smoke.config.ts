import { defineConfig } from "vitest/config";

/** Live models: slow, metered and in need of credentials, so never part of `npm test`. */
export default defineConfig({
  test: {
    include: ["test/smoke/**/*.test.ts"],
    passWithNoTests: true,
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 60_000,
  },
});
