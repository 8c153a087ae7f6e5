import { suggest } from "../../dod/suggest.ts";
import { order, type Tier } from "../../grader/tiers.ts";
import type { ArgumentProblem } from "../../report/argument-problems.ts";

/** What a call of `delegate` asks for, as far as its arguments tell by themselves. */
export interface DelegateArguments {
  readonly prompt: string;
  readonly description?: string;
  readonly tier?: Tier;
  readonly agent?: string;
  readonly acceptance?: string;
  readonly cwd?: string;
  readonly plan?: string;
  readonly step?: string;
}

/** What every model sees of the arguments: JSON Schema, which the host takes as it is. */
export const argumentSchemas = {
  prompt: {
    type: "string",
    description:
      "The task, complete in itself: the producer sees nothing of this conversation. May hold [acceptance] blocks.",
  },
  description: { type: "string", description: "What the task is about, in 3 to 5 words." },
  tier: {
    type: "string",
    enum: order,
    description:
      "Where to begin; leave it out to begin with the cheapest. Work that isn't accepted goes higher by itself.",
  },
  agent: { type: "string", description: 'Who does the work: the name of an agent. "general" where left out.' },
  acceptance: {
    type: "string",
    description:
      "The Definition of Done: one directive per line, as in `check: testsPass` or `criteria: …`. Where it is left out and the prompt has no block, one is inferred.",
  },
  cwd: {
    type: "string",
    description: "The directory that checks and graders work in, if not the project's. The producer is not moved.",
  },
  plan: { type: "string", description: "The Markdown plan whose step this is; its block applies. Needs `step`." },
  step: { type: "string", description: "The step's number or exact heading." },
} as const satisfies Record<keyof DelegateArguments, object>;

export const requiredArguments = ["prompt"] as const satisfies readonly (keyof DelegateArguments)[];

const names = Object.keys(argumentSchemas);

export interface ArgumentsReading {
  /** What could be read; the prompt is empty where there is none. */
  readonly request: DelegateArguments;
  readonly problems: readonly ArgumentProblem[];
}

/** Reads the arguments: the host hands them over as the model wrote them. An optional one that is null or empty is left out. */
export function readArguments(args: unknown): ArgumentsReading {
  if (typeof args !== "object" || args === null || Array.isArray(args))
    return { request: { prompt: "" }, problems: [{ code: "noArguments" }] };
  const problems: ArgumentProblem[] = [];
  const texts = new Map<string, string>();
  for (const [name, value] of Object.entries(args)) {
    if (!names.includes(name)) {
      problems.push({ code: "unknown", name, suggestion: suggest(name, names), allowed: names });
    } else if (typeof value === "string") {
      texts.set(name, value);
    } else if (name === "step" && typeof value === "number") {
      texts.set(name, String(value));
    } else if (value !== null && value !== undefined) {
      problems.push({ code: "notText", name });
    }
  }
  const prompt = texts.get("prompt") ?? "";
  const isWrong = problems.some((problem) => problem.code === "notText" && problem.name === "prompt");
  if (prompt.trim() === "" && !isWrong) problems.unshift({ code: "missing", name: "prompt" });
  if (isBlank(texts.get("plan")) && !isBlank(texts.get("step"))) problems.push({ code: "stepWithoutPlan" });
  const tier = tierIn(texts.get("tier"), problems);
  // An empty `acceptance` is a Definition of Done that says nothing, and not the absence of one.
  const acceptance = texts.get("acceptance");
  return {
    request: {
      prompt,
      ...optional("description", texts),
      ...optional("agent", texts),
      ...optional("cwd", texts),
      ...optional("plan", texts),
      ...optional("step", texts),
      ...(tier === undefined ? {} : { tier }),
      ...(acceptance === undefined ? {} : { acceptance }),
    },
    problems,
  };
}

function isBlank(text: string | undefined): boolean {
  return text === undefined || text.trim() === "";
}

function optional<Name extends string>(
  name: Name,
  texts: ReadonlyMap<string, string>,
): { readonly [_ in Name]?: string } {
  const text = texts.get(name)?.trim() ?? "";
  return text === "" ? {} : ({ [name]: text } as { [_ in Name]?: string });
}

function tierIn(text: string | undefined, problems: ArgumentProblem[]): Tier | undefined {
  const name = text?.trim() ?? "";
  if (name === "") return undefined;
  const tier = order.find((each) => each === name);
  if (tier === undefined) problems.push({ code: "unknownTier", tier: name, allowed: order });
  return tier;
}
