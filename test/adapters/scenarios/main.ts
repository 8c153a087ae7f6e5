/** Runs every scenario in whatever runtime runs this file, and prints a line of JSON for each: its title, and what went wrong. */
import { inTemporary } from "../../support/temporary.ts";
import { SCENARIOS_OF_EXEC } from "./exec.ts";
import { SCENARIOS_OF_FILES } from "./files.ts";
import { SCENARIOS_OF_GIT } from "./git.ts";
import { SCENARIOS_OF_REPOSITORIES } from "./repositories.ts";

const all = [...SCENARIOS_OF_FILES, ...SCENARIOS_OF_GIT, ...SCENARIOS_OF_REPOSITORIES, ...SCENARIOS_OF_EXEC];
for (const { title, run } of all) {
  const error = await inTemporary(run).catch((thrown: unknown) =>
    thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown),
  );
  console.log(JSON.stringify({ title, error }));
}
