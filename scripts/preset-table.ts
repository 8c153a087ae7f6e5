import type { TierModel } from "../src/config/config.ts";
import { shippedPresets } from "../src/config/shipped-presets.ts";

/** The rows of the table of the shipped presets. */
export function presetTable(): string[][] {
  const rows = Object.entries(shippedPresets).map(([name, { fast, medium, heavy }]) => [
    `\`${name}\``,
    ...[fast, medium, heavy].map(describeTier),
  ]);
  return [["Preset", "`fast`", "`medium`", "`heavy`"], ...rows];
}

function describeTier({ model, costRatio }: TierModel): string {
  return costRatio === undefined ? `\`${model}\`` : `\`${model}\` (${costRatio})`;
}
