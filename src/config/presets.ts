import type { Config, Preset } from "./config.ts";
import { shippedPresets } from "./shipped-presets.ts";

/** Why a preset can't have a name. */
export type PresetNameRefusal = "characters" | "reserved";

/** Under this name there is no preset: every tier is the caller's own model. */
const inherit = "inherit";

/** Undefined where a preset may have the name. */
export function refusalOfName(name: string): PresetNameRefusal | undefined {
  if (name === inherit) return "reserved";
  return /^[a-z0-9-]+$/.test(name) ? undefined : "characters";
}

/** What `activePreset` may be, given the names of the user's own presets. */
export function presetChoices(own: Iterable<string>): string[] {
  return [...new Set([inherit, ...Object.keys(shippedPresets), ...own])];
}

/**
 * The preset in force; undefined under `inherit`. Undefined as well where the preset was in a layer that is wrong and was
 * left out: then nothing can be accepted anyway.
 */
export function presetInForce({ presets, activePreset }: Pick<Config, "presets" | "activePreset">): Preset | undefined {
  for (const known of [presets, shippedPresets]) {
    if (Object.hasOwn(known, activePreset)) return known[activePreset];
  }
  return undefined;
}
