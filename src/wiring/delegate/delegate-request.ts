import { isAbsolute, join } from "node:path";
import type { Actor } from "../../artefact/record.ts";
import { isWithin, locateProject, type ProjectPlace, pathsOf } from "../../checks/project.ts";
import type { EscalateConfig, Preset } from "../../config/config.ts";
import { parse } from "../../dod/parse.ts";
import { type PlanReference, readPlanValue } from "../../dod/plan/plan-reference.ts";
import type { Definition, PlannedStep } from "../../gate/delegation.ts";
import { graderAgent } from "../../grader/agent.ts";
import type { Tier } from "../../grader/tiers.ts";
import type { AgentFacts, DelegationLimits, ModelChoice, PermissionRule, Sessions } from "../../ports/host.ts";
import type { Files } from "../../ports/machine.ts";
import type { ArgumentProblem } from "../../report/argument-problems.ts";
import type { DispatchText } from "../define.ts";
import { readArguments } from "./delegate-arguments.ts";
import { planLadder } from "./ladder-plan.ts";

/** Who calls `delegate`, as the host tells the tool. */
export interface Caller {
  readonly sessionID: string;
  readonly callID: string | undefined;
  readonly agent: string;
}

/** Everything that has to be known of a call before anything is spent. */
export interface DelegateRequest {
  /** What the producer is asked, its Definition of Done included. */
  readonly prompt: string;
  readonly description: string;
  readonly tier: Tier | undefined;
  readonly agent: AgentFacts;
  readonly definition: Definition;
  /** Absolute: where checks and graders work. */
  readonly directory: string;
  /** Whether that is outside of the project. */
  readonly isOutside: boolean;
  readonly caller: Actor;
  readonly callerModel: ModelChoice | undefined;
  readonly callerRules: readonly PermissionRule[];
  readonly limits: DelegationLimits;
  /** How many sessions are above the caller. */
  readonly depth: number;
}

export interface RequestParts {
  readonly sessions: Sessions;
  readonly files: Files;
  readonly define: (dispatch: DispatchText) => Promise<Definition>;
  readonly place: ProjectPlace;
  readonly escalate: EscalateConfig;
  /** Undefined under `inherit`. */
  readonly preset: Preset | undefined;
}

export type RequestReading =
  | { readonly ok: true; readonly request: DelegateRequest }
  | { readonly ok: false; readonly problems: readonly ArgumentProblem[] };

const defaultAgent = "general";

/** Holds a call against the host and the project, and finds all that is wrong with it at once. */
export async function readRequest(args: unknown, caller: Caller, parts: RequestParts): Promise<RequestReading> {
  const { sessions, files, define, place, preset } = parts;
  const { request, problems } = readArguments(args);
  const { prompt, acceptance, agent = defaultAgent, cwd, description, tier, plan } = request;
  const directory = cwd === undefined ? place.base : isAbsolute(cwd) ? cwd : join(place.base, cwd);
  const [first] = planLadder({ ...parts, requested: tier }).rungs;
  const dispatch = {
    prompt,
    agent,
    callerID: caller.sessionID,
    directory,
    ...(preset === undefined ? {} : { fastTier: first.tier === "fast" }),
    ...(acceptance === undefined ? {} : { acceptance }),
    ...(plan === undefined ? {} : { plans: [referenceOf(plan, request.step)] }),
  };
  const [agents, callerRules, limits, depth, site, stat, definition] = await Promise.all([
    sessions.agents(),
    sessions.permissions(caller.sessionID, caller.agent),
    sessions.limits(),
    sessions.depthOf(caller.sessionID),
    caller.callID === undefined ? undefined : sessions.findCall(caller.sessionID, caller.callID),
    files.stat(directory),
    define(dispatch),
  ]);
  const found: ArgumentProblem[] = [...problems];
  const chosen = agents?.find(({ name }) => name === agent);
  if (agents !== undefined) found.push(...findAgentProblems(agent, agents));
  if (stat?.type !== "directory") found.push({ code: "noDirectory", path: directory });
  // With no prompt there is nothing that could be inferred from it or demanded of it.
  if (prompt.trim() !== "" || acceptance !== undefined || plan !== undefined)
    found.push(...definition.problems.map((problem) => ({ code: "block", problem }) as const));
  if (limits !== undefined && depth !== undefined && depth >= limits.depth)
    found.push({ code: "tooDeep", limit: limits.depth });
  if (agents === undefined || callerRules === undefined) found.push(silent("who may do what"));
  if (limits === undefined || depth === undefined) found.push(silent("how deep delegation may go"));
  if (found.length > 0 || !chosen || !callerRules || !limits || depth === undefined)
    return { ok: false, problems: found };

  const callerActor = { ...site?.caller, agent: caller.agent };
  return {
    ok: true,
    request: {
      prompt: [
        prompt,
        ...(definition.plans ?? []).map(describeStep),
        ...(acceptance === undefined ? [] : [asBlock(acceptance)]),
      ].join("\n\n"),
      description: description ?? summarise(prompt),
      tier,
      agent: chosen,
      definition,
      directory,
      isOutside: await isOutside(directory, place, files),
      caller: callerActor,
      callerModel: callerActor.model && {
        ...callerActor.model,
        ...(site?.variant === undefined ? {} : { variant: site.variant }),
      },
      callerRules,
      limits,
      depth,
    },
  };
}

function asBlock(acceptance: string): string {
  return parse(acceptance).dods.length > 0 ? acceptance : `[acceptance]\n${acceptance}\n[/acceptance]`;
}

/** Without `step`, the step may stand behind the path, as in a prompt. */
function referenceOf(plan: string, step: string | undefined): PlanReference {
  const at = { line: 1, column: 1 };
  const [first, ...others] = step === undefined ? readPlanValue(plan) : [{ path: plan, step }];
  return { at, isArgument: true, readings: [first ?? { path: plan, step: "" }, ...others] };
}

/** What the producer has to know of a step: it may not look into the plan by itself. */
function describeStep({ path, step, source }: PlannedStep): string {
  return `Step ${step} of ${path}, as it stands there:\n\n${source}`;
}

function silent(about: string): ArgumentProblem {
  return { code: "hostSilent", about };
}

function findAgentProblems(agent: string, agents: readonly AgentFacts[]): ArgumentProblem[] {
  if (agent === graderAgent.name) return [{ code: "grader", agent }];
  const known = agents.filter(({ isHidden }) => !isHidden).map(({ name }) => name);
  return known.includes(agent) ? [] : [{ code: "unknownAgent", agent, known }];
}

async function isOutside(directory: string, place: ProjectPlace, files: Files): Promise<boolean> {
  if (directory === place.base) return false;
  const project = await locateProject(place, files);
  const real = (await files.realPath(directory)) ?? directory;
  return !isWithin(real, project.root, place.platform);
}

/** What the host asks about a directory. */
export function outsidePattern(directory: string, { platform }: Pick<ProjectPlace, "platform">): string {
  return pathsOf(platform).join(directory, "*");
}

const longestSummary = 50;

/** The first words of a prompt, where the call has no description. */
function summarise(prompt: string): string {
  const text = prompt.trim().split(/\s+/).join(" ");
  return text.length <= longestSummary ? text : `${text.slice(0, longestSummary - 1).trimEnd()}…`;
}
