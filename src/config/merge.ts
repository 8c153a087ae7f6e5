import type { Config, Layer } from "./config.ts";
import { defaults } from "./defaults.ts";

/** The defaults with each layer laid over what came before it. Sections merge; settings, lists and presets replace. */
export function merge(layers: readonly Layer[]): Config {
  return layers.reduce<Config>(
    (config, layer) => ({
      verify: { ...config.verify, ...layer.verify },
      commands: { ...config.commands, ...layer.commands },
      escalate: {
        ...config.escalate,
        ...layer.escalate,
        costCeiling: { ...config.escalate.costCeiling, ...layer.escalate?.costCeiling },
      },
      integrity: { ...config.integrity, ...layer.integrity },
      projectChecks: layer.projectChecks ?? config.projectChecks,
      requireProjectChecks: layer.requireProjectChecks ?? config.requireProjectChecks,
      compat: { ...config.compat, ...layer.compat },
      turn: { ...config.turn, ...layer.turn },
      presets: { ...config.presets, ...layer.presets },
      activePreset: layer.activePreset ?? config.activePreset,
    }),
    defaults,
  );
}
