import { describe, it } from "vitest";
import { inTemporary } from "../support/temporary.ts";
import { SCENARIOS_OF_EXEC } from "./scenarios/exec.ts";
import { SCENARIOS_OF_FILES } from "./scenarios/files.ts";
import { SCENARIOS_OF_GIT } from "./scenarios/git.ts";
import { SCENARIOS_OF_REPOSITORIES } from "./scenarios/repositories.ts";

const TIMEOUT_MS = 60_000;

describe("running programs, in Node", () => {
  it.each(SCENARIOS_OF_EXEC)("$title", ({ run }) => inTemporary(run), TIMEOUT_MS);
});

describe("remembering work trees, in Node", () => {
  it.each(SCENARIOS_OF_REPOSITORIES)("$title", ({ run }) => inTemporary(run), TIMEOUT_MS);
});

describe("reading files, in Node", () => {
  it.each(SCENARIOS_OF_FILES)("$title", ({ run }) => inTemporary(run), TIMEOUT_MS);
});

describe("asking git, in Node", () => {
  it.each(SCENARIOS_OF_GIT)("$title", ({ run }) => inTemporary(run), TIMEOUT_MS);
});
