import type { Hooks } from "@opencode-ai/plugin";
import { graderAgent } from "../../grader/agent.ts";
import { type CallRefusal, objectTo } from "../../grader/tools.ts";
import type { Files, Log } from "../../ports/machine.ts";
import type { Scrub } from "../../scrub/scrub.ts";
import { contain } from "../boundary.ts";
import { graders } from "./graders.ts";

type Hook<Name extends keyof Hooks> = NonNullable<Hooks[Name]>;

/** Why a grader may not make a call, as it reads it. */
const refusals: Record<CallRefusal, string> = {
  tool: "A grader only reads: read, grep, glob and list are all it has.",
  outside: "A grader reads inside the base directory only.",
  secret: "A grader does not read environment files.",
};

/** Refuses what a grader must not do, whatever permissions the host would give it, and `task` calls that would name one. */
export function createGraderGuard(files: Pick<Files, "realPath">): Hook<"tool.execute.before"> {
  return async ({ tool, sessionID }, { args }) => {
    if (tool === "task" && args?.subagent_type === graderAgent.name) throw new Error(notForWork);
    const directory = graders.directoryOf(sessionID);
    if (directory === undefined) return;
    const objection = await objectTo({ tool, input: args ?? {} }, directory, files);
    if (objection !== undefined) throw new Error(refusals[objection]);
  };
}

/** What a grader reads reaches a model: secrets are taken out of it, and where that fails it reads nothing. */
export function createGraderScrub(loadScrub: () => Promise<Scrub>, log: Log): Hook<"tool.execute.after"> {
  return async ({ sessionID }, output) => {
    if (graders.directoryOf(sessionID) === undefined || typeof output?.output !== "string") return;
    const text = output.output;
    const withheld = "This could not be read safely.";
    output.output = await contain(
      "scrubbing for a grader",
      log,
      async () => (await loadScrub())(text),
      () => withheld,
    );
  };
}

const notForWork = `"${graderAgent.name}" judges delegated work and can't be given any. Choose another agent; to have work judged, write criteria into an [acceptance] block.`;

/** A grader is told what this plugin tells it: instruction files may be the producer's own work. */
export const cleanSystemPrompt: Hook<"experimental.chat.system.transform"> = async ({ sessionID }, { system }) => {
  if (sessionID === undefined || graders.directoryOf(sessionID) === undefined) return;
  system.splice(0, system.length, graderAgent.prompt);
};

/** Pins the temperature of graders; `null` leaves the model's own alone. Other sessions are never touched. */
export function pinTemperature(temperature: number | null): Hook<"chat.params"> {
  return async ({ sessionID, model }, output) => {
    if (temperature === null || graders.directoryOf(sessionID) === undefined) return;
    if (model.capabilities?.temperature === false) return;
    output.temperature = temperature;
  };
}
