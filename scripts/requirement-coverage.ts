import { readFileSync } from "node:fs";
import { namedInTests } from "./named-requirements.ts";
import { findGaps, renderCoverage } from "./requirement-report.ts";
import { readRequirements } from "./requirements.ts";

const root = new URL("../", import.meta.url);
const page = readRequirements(readFileSync(new URL("docs/requirements.md", root), "utf8"));
const namings = namedInTests(root);

if (!process.argv.includes("--check")) console.log(renderCoverage(page, namings));
else {
  const gaps = findGaps(page, namings);
  for (const gap of gaps) console.error(gap);
  process.exitCode = gaps.length === 0 ? 0 : 1;
}
