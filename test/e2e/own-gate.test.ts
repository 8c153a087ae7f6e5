import { cpSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { packageJson, promptWith } from "./harness/block.ts";
import { satisfyPluginInstall } from "./harness/plugin-install.ts";
import { type Project, received } from "./harness/project.ts";
import { say } from "./harness/steps.ts";
import { useHost } from "./harness/use-host.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const shared = useHost({ plugins: [] });

/** This repository as OpenCode sees it, straight from its sources, with quick scripts in place of its own. */
function thisRepository(scripts: Record<string, string> = {}): Project {
  const project = shared.project({ files: { "package.json": packageJson(scripts) } });
  for (const name of ["plugin", "plan", "command", "dod-gate.jsonc"]) {
    cpSync(join(repository, ".opencode", name), project.path(`.opencode/${name}`), { recursive: true });
  }
  satisfyPluginInstall(project.path(".opencode"));
  for (const name of ["src", "node_modules"]) symlinkSync(join(repository, name), project.path(name));
  return project;
}

test("this repository, opened in OpenCode, is under its own gate, straight from its sources", async () => {
  const { output } = await thisRepository().delegate({
    prompt: promptWith("Work here.", "check: fileExists path=src/index.ts", "check: fileExists path=missing.ts"),
    producer: [say("Done.")],
  });
  expect(output).toContain("[dod-gate ✗ NOT ACCEPTED] 1 of 2 checks failed");
});

test("its plan's steps can be delegated by naming them", async () => {
  const coverage = "node -e \"console.log('covered:', process.argv.at(-1))\" --";
  const { output, metadata } = await thisRepository({ "coverage:requirements": coverage }).delegate({
    prompt: "Do the last step.\nplan: .opencode/plan/first-release.md#4",
    producer: [say("Done.")],
  });
  expect(output).toContain("[dod-gate ✓ accepted: deterministic] 1 check passed");
  expect(metadata["dodGate"]).toMatchObject({ dodSource: "annotation" });
});

test("its command has the tree checked, and its caller reads the verdict", async () => {
  const project = thisRepository({
    check: "node -e \"console.log('sound')\"",
    "test:unit": 'node -e "process.exit(1)"',
  });
  shared.host.model.conversation("Look at the working tree", [say("Nothing has changed.")]);
  shared.host.model.conversation("Please begin", [say("ready"), say("I have read it.")]);
  const caller = await project.session();
  await project.prompt(caller, "Please begin");
  await project.client.session.command({ path: { id: caller }, body: { command: "verify-tree", arguments: "" } });
  const [part] = await project.taskParts(caller);
  if (part === undefined) throw new Error("the command delegated nothing");
  const { output } = received(part, caller);
  expect(output).toContain("[dod-gate ✗ NOT ACCEPTED] 1 of 2 checks failed");
  expect(output).toContain("`npm run test:unit` exited 1");
});
