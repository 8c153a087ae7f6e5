import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    reporters: ["./test/support/count-reporter.ts"],
    projects: [
      {
        test: {
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: ["test/e2e/**"],
          // Linear time is asserted over megabytes, and a busy machine needs its time for them.
          testTimeout: 30_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // Every worker runs an OpenCode server of its own; more than two of them starve one another on two cores.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
