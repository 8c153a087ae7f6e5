import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { hostBun } from "../support/host-bun.ts";
import { SCENARIOS_OF_EXEC } from "./scenarios/exec.ts";
import { SCENARIOS_OF_FILES } from "./scenarios/files.ts";
import { SCENARIOS_OF_GIT } from "./scenarios/git.ts";
import { SCENARIOS_OF_REPOSITORIES } from "./scenarios/repositories.ts";

const TIMEOUT_MS = 120_000;
const MAIN = fileURLToPath(new URL("scenarios/main.ts", import.meta.url));

/** What went wrong with each scenario, by title. */
const outcomes = new Map<string, string | undefined>();

beforeAll(async () => {
  const { file, env } = hostBun();
  const child = spawn(file, [MAIN], { env, stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface({ input: child.stdout })) {
    const { title, error } = JSON.parse(line) as { title: string; error?: string };
    outcomes.set(title, error);
  }
}, TIMEOUT_MS);

describe("running programs, in the host's Bun", () => {
  it.each(SCENARIOS_OF_EXEC)("$title", ({ title }) => expectPassed(title));
});

describe("remembering work trees, in the host's Bun", () => {
  it.each(SCENARIOS_OF_REPOSITORIES)("$title", ({ title }) => expectPassed(title));
});

describe("reading files, in the host's Bun", () => {
  it.each(SCENARIOS_OF_FILES)("$title", ({ title }) => expectPassed(title));
});

describe("asking git, in the host's Bun", () => {
  it.each(SCENARIOS_OF_GIT)("$title", ({ title }) => expectPassed(title));
});

function expectPassed(title: string): void {
  expect([...outcomes.keys()]).toContain(title);
  expect(outcomes.get(title)).toBeUndefined();
}
