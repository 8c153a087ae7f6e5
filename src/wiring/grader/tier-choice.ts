import type { Actor } from "../../artefact/record.ts";
import { isReadOnly } from "../../checks/read-only.ts";
import type { Preset, VerifyConfig } from "../../config/config.ts";
import type { GraderModel } from "../../grader/sessions.ts";
import { graderTier, higher, modelFor, type Tier, tierOf } from "../../grader/tiers.ts";
import type { Sessions } from "../../ports/host.ts";
import type { AgentTraits } from "../define.ts";

export interface TierChoiceParts {
  /** Undefined under `inherit`. */
  readonly preset: Preset | undefined;
  readonly verify: Pick<VerifyConfig, "minGraderTier" | "graderPolicy">;
  /** The tiers whose agents are the plugin's own. */
  readonly registered: ReadonlySet<Tier>;
  readonly sessions: Pick<Sessions, "findAgent">;
}

export interface TierChoice {
  readonly chooseModel: (caller: Actor, producers: readonly Actor[]) => GraderModel | undefined;
  readonly describeAgent: (name: string) => Promise<AgentTraits>;
}

/** Which model grades whose work, and what an agent's configuration says about the work that it is given. */
export function createTierChoice({ preset, verify, registered, sessions }: TierChoiceParts): TierChoice {
  return {
    chooseModel(caller, producers) {
      const tiers = producers.map(({ agent, model }) => tierOf({ agent, model }, preset, registered));
      // Work of an unknown tier counts as the highest's.
      const producer = tiers.includes(undefined) ? undefined : tiers.reduce(higherOf, undefined);
      return modelFor(graderTier({ ...verify, producer }), preset) ?? caller.model;
    },
    async describeAgent(name) {
      const agent = await sessions.findAgent(name);
      if (agent === undefined) return { readOnlyAgent: false, fastTier: false };
      return {
        readOnlyAgent: isReadOnly(agent.rules),
        fastTier: tierOf({ agent: name, model: agent.model }, preset, registered) === "fast",
      };
    },
  };
}

function higherOf(a: Tier | undefined, b: Tier | undefined): Tier | undefined {
  return a === undefined || b === undefined ? (a ?? b) : higher(a, b);
}
