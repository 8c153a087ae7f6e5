import type { Hooks } from "@opencode-ai/plugin";
import type { Preset } from "../config/config.ts";
import { modelFor, order, type Tier } from "../grader/tiers.ts";
import type { Log } from "../ports/machine.ts";
import { contain } from "./boundary.ts";

type ConfigHook = NonNullable<Hooks["config"]>;

export interface AgentsRequest {
  readonly grader: {
    readonly name: string;
    /** As the host's configuration has it. */
    readonly agent: Readonly<Record<string, unknown>>;
  };
  /** Undefined under `inherit`. */
  readonly preset: Preset | undefined;
  readonly log: Log;
}

/** Which agents are the plugin's own. Before the host called the hook, none is. */
export interface RegisteredAgents {
  readonly isGraderOurs: boolean;
  /** The tiers whose agents are not a user's of the same name. */
  readonly tiers: ReadonlySet<Tier>;
}

/**
 * Adds the plugin's agents to the host's configuration, which already holds the user's. An agent named like the grader
 * is replaced, since it could write; one named like a tier is left alone.
 */
export function createAgentRegistration({ grader, preset, log }: AgentsRequest): {
  readonly config: ConfigHook;
  /** Says at any time what the hook has done so far. */
  readonly registered: RegisteredAgents;
} {
  const tiers = new Set<Tier>();
  const registered = { isGraderOurs: false, tiers };
  return {
    registered,
    async config(config) {
      const wanted = preset === undefined ? [] : order.map((tier) => ({ tier, agent: tierAgent(tier, preset) }));
      await Promise.all([
        register(grader.name, () => addGrader(agentsOf(config))),
        ...wanted.map(({ tier, agent }) => register(tier, () => addTier(tier, agent, agentsOf(config)))),
      ]);
    },
  };

  function register(name: string, work: () => void): Promise<void> {
    return contain(`registering the agent "${name}"`, log, work, () => undefined);
  }

  function addGrader(agents: Agents): void {
    const isTaken = has(agents, grader.name);
    agents[grader.name] = structuredClone(grader.agent);
    registered.isGraderOurs = true;
    if (isTaken) log("warn", `the configured agent "${grader.name}" is replaced: work is graded by the plugin's own`);
  }

  function addTier(tier: Tier, agent: Agents[string], agents: Agents): void {
    if (has(agents, tier)) {
      log("info", `the configured agent "${tier}" is left alone: it does not stand for the preset's tier`);
      return;
    }
    agents[tier] = agent;
    tiers.add(tier);
  }
}

type Agents = Record<string, unknown>;

function agentsOf(config: Parameters<ConfigHook>[0]): Agents {
  config.agent ??= {};
  return config.agent;
}

function has(agents: Agents, name: string): boolean {
  return Object.hasOwn(agents, name) && agents[name] !== undefined && agents[name] !== null;
}

function tierAgent(tier: Tier, preset: Preset): Readonly<Record<string, unknown>> {
  const { model, costRatio } = preset[tier];
  const variant = modelFor(tier, preset)?.variant;
  const cost = describeCost(costRatio, preset.fast.costRatio);
  return {
    mode: "subagent",
    model,
    ...(variant === undefined ? {} : { variant }),
    description: [purposes[tier], ...(tier === "fast" || cost === undefined ? [] : [cost])].join(" "),
  };
}

/** What the calling model chooses by. */
const purposes: Record<Tier, string> = {
  fast: "Runs on the fastest and cheapest model. Use it for small, clear work: finding and reading code, answering a question about it, a mechanical change in one place.",
  medium:
    "Runs on a balanced model. Use it for ordinary development: implementing a feature, fixing a bug, writing tests, refactoring.",
  heavy:
    "Runs on the most capable and most expensive model. Use it for hard work only: architecture, security, performance, and bugs that others failed to fix.",
};

function describeCost(ratio: number | undefined, fast: number | undefined): string | undefined {
  if (ratio === undefined || fast === undefined) return undefined;
  return `A token costs about ${Number((ratio / fast).toPrecision(2))} times as much as with "fast".`;
}
