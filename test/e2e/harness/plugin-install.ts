import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The host installs `@opencode-ai/plugin` into every config directory of its own accord. A directory that already
 * looks installed is left alone, which keeps the tests offline and fast.
 */
export function satisfyPluginInstall(directory: string): void {
  const dependencies = { "@opencode-ai/plugin": "1.18.33" };
  mkdirSync(join(directory, "node_modules"), { recursive: true });
  writeFileSync(join(directory, "package.json"), JSON.stringify({ dependencies }));
  writeFileSync(join(directory, "package-lock.json"), JSON.stringify({ packages: { "": { dependencies } } }));
}
