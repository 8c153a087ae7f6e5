import { readFileSync, writeFileSync } from "node:fs";
import { withHelp } from "./help-text.ts";
import { withTables } from "./reference.ts";

rewrite("config.md", withTables);
rewrite("ci.md", withHelp);

function rewrite(name: string, withParts: (page: string) => string): void {
  const page = new URL(`../docs/${name}`, import.meta.url);
  writeFileSync(page, withParts(readFileSync(page, "utf8")));
}
