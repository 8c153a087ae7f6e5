import { benchHost } from "./host.ts";
import { benchIntegrity } from "./integrity.ts";
import { benchParse } from "./parse.ts";
import type { Row } from "./row.ts";
import { benchScrub } from "./scrub.ts";

const groups: Record<string, () => Promise<Row[]>> = {
  "Reading a prompt": benchParse,
  "Scrubbing secrets": benchScrub,
  "Keeping integrity": benchIntegrity,
  "In the host": benchHost,
};

for (const [title, bench] of Object.entries(groups)) {
  const rows = await bench();
  const widths = [Math.max(...rows.map((row) => row.name.length)), Math.max(...rows.map((row) => row.value.length))];
  console.log(`\n${title}\n`);
  for (const { name, value, note } of rows) {
    console.log(`  ${name.padEnd(widths[0] ?? 0)}  ${value.padStart(widths[1] ?? 0)}  ${note ?? ""}`.trimEnd());
  }
}
