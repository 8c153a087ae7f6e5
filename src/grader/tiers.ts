import { nameOfModel } from "../artefact/record.ts";
import type { Preset, VerifyConfig } from "../config/config.ts";
import type { GraderModel } from "./sessions.ts";

/** How capable a model is, compared with the others of its preset. */
export type Tier = keyof Preset;

const ranks: Record<Tier, number> = { fast: 0, medium: 1, heavy: 2 };

/** Every tier, the lowest first. */
export const order: readonly Tier[] = ["fast", "medium", "heavy"];

const lowest: Tier = "fast";
const highest: Tier = "heavy";

export function higher(a: Tier, b: Tier): Tier {
  return ranks[a] >= ranks[b] ? a : b;
}

/** What the host's record says about who worked. */
export interface Producer {
  readonly agent: string | undefined;
  readonly model: Pick<GraderModel, "providerID" | "modelID"> | undefined;
}

/**
 * The tier that a producer worked on; undefined where it is unknown. The name of an agent counts only if the plugin
 * registered that agent, and as long as no other model than the tier's did its work. Where several tiers share a model,
 * the highest of them counts.
 */
export function tierOf(
  { agent, model }: Producer,
  preset: Preset | undefined,
  registered: ReadonlySet<Tier>,
): Tier | undefined {
  if (preset === undefined) return undefined;
  const byModel = model && order.filter((tier) => preset[tier].model === nameOfModel(model));
  const byAgent = order.find((tier) => tier === agent && registered.has(tier));
  if (byAgent !== undefined && (byModel === undefined || byModel.includes(byAgent))) return byAgent;
  return byModel?.at(-1);
}

export interface TierDemand extends Pick<VerifyConfig, "minGraderTier" | "graderPolicy"> {
  /** Undefined where it is unknown: then it counts as the highest. */
  readonly producer: Tier | undefined;
}

/** The tier that grades: never below the producer's. */
export function graderTier({ producer = highest, minGraderTier = lowest, graderPolicy }: TierDemand): Tier {
  switch (graderPolicy) {
    case "atLeastProducerTier":
      return higher(producer, minGraderTier);
    case "highestTier":
      return highest;
  }
}

/** The model of a tier; undefined without a preset, where every tier is the caller's own model. */
export function modelFor(tier: Tier, preset: Preset | undefined): GraderModel | undefined {
  if (preset === undefined) return undefined;
  const { model, variant } = preset[tier];
  const [, providerID, modelID] = /^([^/]+)\/(.+)$/.exec(model) ?? [];
  if (providerID === undefined || modelID === undefined) return undefined;
  return { providerID, modelID, ...(variant ? { variant } : {}) };
}
