import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** A configuration whose tiers are all one model, without a variant. */
export function oneModelForAllTiers(model: string): string {
  const tier = { model, variant: "" };
  const presets = { smoke: { fast: tier, medium: tier, heavy: tier } };
  return JSON.stringify({ activePreset: "smoke", presets }, null, 2);
}

/** Puts a text into a file while `work` goes on; then what was there before is there again, or nothing. */
export async function withFile<T>(path: string, text: string, work: () => Promise<T>): Promise<T> {
  const before = existsSync(path) ? readFileSync(path) : undefined;
  mkdirSync(dirname(path), { recursive: true });
  try {
    writeFileSync(path, text);
    return await work();
  } finally {
    if (before === undefined) rmSync(path, { force: true });
    else writeFileSync(path, before);
  }
}
