import { createExec } from "../../../src/adapters/process/exec.ts";
import type { Scenario } from "../../support/scenario.ts";
import { answers } from "./answers.ts";
import { failedStarts } from "./failed-starts.ts";
import { floods } from "./floods.ts";
import { kills } from "./kills.ts";
import { leftovers } from "./leftovers.ts";
import { pipes } from "./pipes.ts";
import { tidiness } from "./tidiness.ts";

/** What running real programs must come to. */
export const SCENARIOS_OF_EXEC: readonly Scenario[] = [
  ...answers,
  ...failedStarts,
  ...kills,
  ...leftovers,
  ...floods,
  ...pipes,
  ...tidiness,
].map(({ title, run }) => ({
  title,
  async run(directory) {
    const exec = createExec();
    try {
      await run({ exec, directory });
    } finally {
      await exec.dispose();
    }
  },
}));
