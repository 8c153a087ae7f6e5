import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { loadScrub } from "../../../src/scrub/scrub.ts";

/** Writes what a run left into a folder, without secrets, the run's own key first of all. */
export async function saveEvidence(
  folder: string,
  texts: Readonly<Record<string, string>>,
  key: string | undefined,
): Promise<void> {
  const scrub = await loadScrub();
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(texts)) {
    const withoutKey = key === undefined || key === "" ? text : text.replaceAll(key, "[redacted]");
    writeFileSync(join(folder, name), scrub(withoutKey));
  }
}
