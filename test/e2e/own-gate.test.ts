import { cpSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { promptWith } from "./harness/block.ts";
import { satisfyPluginInstall } from "./harness/plugin-install.ts";
import { say } from "./harness/steps.ts";
import { useHost } from "./harness/use-host.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));
const shared = useHost({ plugins: [] });

test("this repository, opened in OpenCode, is under its own gate, straight from its sources", async () => {
  const project = shared.project();
  cpSync(join(repository, ".opencode/plugin"), project.path(".opencode/plugin"), { recursive: true });
  satisfyPluginInstall(project.path(".opencode"));
  for (const name of ["src", "node_modules", "package.json"]) symlinkSync(join(repository, name), project.path(name));
  const { output } = await project.delegate({
    prompt: promptWith("Work here.", "check: fileExists path=src/index.ts", "check: fileExists path=missing.ts"),
    producer: [say("Done.")],
  });
  expect(output).toContain("[dod-gate ✗ NOT ACCEPTED] 1 of 2 checks failed");
});
