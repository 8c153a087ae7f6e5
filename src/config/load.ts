import type { Config, Layer } from "./config.ts";
import { merge } from "./merge.ts";
import type { FileAtStart } from "./pin.ts";
import type { ConfigProblem } from "./problem.ts";
import { type ConfigRequest, readSources, type Source } from "./sources.ts";
import type { Origin, Understanding } from "./understand.ts";

export interface LoadedConfig {
  readonly config: Config;
  /** Everything that is wrong, in all layers. While there is anything, no work can be accepted. */
  readonly problems: readonly ConfigProblem[];
  /** Whose settings are in force besides the defaults, the weakest first. */
  readonly sources: readonly string[];
  /** Which layer has the last word on a setting of the top level; undefined where none sets it. */
  readonly originOf: (setting: keyof Layer) => Origin | undefined;
  /** Every place where configuration may lie, as it was now. */
  readonly atStart: readonly FileAtStart[];
}

/** Reads all layers of the configuration. Never rejects: a layer that is wrong is reported and left out. */
export async function loadConfig(request: ConfigRequest): Promise<LoadedConfig> {
  const { sources, atStart } = await readSources(request);
  const layers = await understand(sources);
  const sound = layers.flatMap((layer) => ("layer" in layer ? [layer] : []));
  return {
    config: merge(sound.map(({ layer }) => layer)),
    problems: layers.flatMap((layer) => ("problems" in layer ? layer.problems : [])),
    sources: sound.map(({ name }) => name),
    originOf: (setting) => sound.findLast(({ layer }) => layer[setting] !== undefined)?.origin,
    atStart,
  };
}

async function understand(sources: readonly Source[]): Promise<Understanding[]> {
  if (sources.length === 0) return [];
  // Most projects configure nothing, and parsers and validators are what takes longest to load.
  const loaded = await import("./understand.ts").catch((error: unknown) => ({ failure: String(error) }));
  if ("understandAll" in loaded) return loaded.understandAll(sources);
  const fault = { code: "notValidated", message: loaded.failure } as const;
  return sources.map(({ name }) => ({ name, problems: [{ file: name, path: "", ...fault }] }));
}
