import type { CommandPolicy } from "../checks/command.ts";
import type { CommandSettings } from "../checks/context.ts";
import type { ProjectPlace } from "../checks/project.ts";
import { readHints } from "../checks/project-hints.ts";
import type { VerifyConfig } from "../config/config.ts";
import { type Check, checksOf, type ProjectCheck } from "../dod/dod.ts";
import { inferDod, type ProjectHints } from "../dod/infer.ts";
import { type Parsed, parse } from "../dod/parse.ts";
import { parseDirectives } from "../dod/parse-directives.ts";
import { findPlanReferences, type PlanReference } from "../dod/plan/plan-reference.ts";
import { isTrivial } from "../dod/triviality.ts";
import type { Definition, Problem } from "../gate/delegation.ts";
import { lacksRequiredBlock } from "../gate/policy.ts";
import { type Baseline, needsBaseline } from "../integrity/baseline.ts";
import type { Files } from "../ports/machine.ts";
import { cover } from "./cover.ts";
import { definePlanned } from "./plan/plan-definition.ts";

export interface DefineParts {
  readonly files: Files;
  /** The project's own commands for criteria. */
  readonly projectChecks: readonly ProjectCheck[];
  readonly commands: CommandSettings;
  readonly verify: Pick<VerifyConfig, "require" | "requireExplicitDoD">;
  /** Where the project's own commands are looked for. */
  readonly place: ProjectPlace;
  /** Whether the caller's rules let a command run without asking. */
  readonly mayRun: (command: string, callerID: string) => Promise<boolean>;
  /** Checks of the project that no block has to ask for. */
  readonly required: readonly Check[];
  /** Takes the state of the work tree that an absolute directory lies in. */
  readonly takeBaseline: (directory: string) => Promise<Baseline>;
  /** What is known of the agent that is to do the work. */
  readonly describeAgent: (name: string) => Promise<AgentTraits>;
}

export interface AgentTraits {
  readonly readOnlyAgent: boolean;
  readonly fastTier: boolean;
}

/** What is delegated, and to whom. */
export interface DispatchText {
  readonly prompt: string;
  /** Undefined where the call names none. */
  readonly agent: string | undefined;
  readonly callerID: string;
  /** A Definition of Done beside the prompt: with one, none is inferred. */
  readonly acceptance?: string;
  /** Steps that are named beside the prompt. */
  readonly plans?: readonly PlanReference[];
  /** Whether the work is done already, so that what a plan and the work tree held when it was dispatched can't be known any more. */
  readonly isLate?: boolean;
  /** Whether only what the prompt says counts, and nothing is inferred from it or demanded of it. */
  readonly explicitOnly?: boolean;
  /** Whether the work begins on the fast tier, whatever its agent's own model is. */
  readonly fastTier?: boolean;
  /** Absolute; where the project's own commands are looked for, if not in the plugin's directory. */
  readonly directory?: string;
}

/** The Definition of Done of a dispatch, with the criteria that the project's own commands decide handed over to them. */
export async function define(dispatch: DispatchText, parts: DefineParts): Promise<Definition> {
  const read = await readDefinition(dispatch, parts);
  const definition = { ...read, dods: await cover(read.dods, dispatch.directory, parts) };
  const checks = [...definition.dods.flatMap(checksOf), ...parts.required];
  const isTurn = dispatch.explicitOnly === true && definition.dods.length > 0;
  // Whoever asks the agent himself may still add a block whose checks rest on what was there.
  if (definition.problems.length > 0 || !(isTurn || needsBaseline(checks))) return definition;
  const baseline = dispatch.isLate ? unseen : await parts.takeBaseline(dispatch.directory ?? parts.place.base);
  return { ...definition, baseline };
}

const unseen: Baseline = { status: "unchecked", why: { code: "dispatchUnseen" } };

/**
 * The Definition of Done of a dispatch: its blocks, each check held against the policy, so that all problems come at once;
 * with none, what its words and the project suggest. The project is looked at now, before the producer can change it.
 */
async function readDefinition(dispatch: DispatchText, parts: DefineParts): Promise<Definition> {
  const { prompt, acceptance, directory = parts.place.base } = dispatch;
  const written = await compile(parse(prompt), parts.commands);
  const asked = acceptance === undefined ? undefined : await compile(parseDirectives(acceptance), parts.commands);
  const references = [...(dispatch.plans ?? []), ...findPlanReferences(prompt)];
  const planned = await definePlanned(references, {
    ...dispatch,
    where: { files: parts.files, place: parts.place, directory },
    hasBlock: asked !== undefined || written.dods.length + written.problems.length > 0,
    compile: (parsed) => compile(parsed, parts.commands),
  });
  const all = [
    ...(asked === undefined ? [] : [{ ...asked, problems: asked.problems.map(inAcceptance) }]),
    written,
    planned,
  ];
  const definition = {
    dods: all.flatMap(({ dods }) => dods),
    problems: all.flatMap(({ problems }) => problems),
    notes: all.flatMap(({ notes }) => notes),
    ...(planned.plans.length === 0 ? {} : { plans: planned.plans }),
  };
  if (asked !== undefined || definition.dods.length + definition.problems.length > 0)
    return { ...definition, trivial: false };
  if (dispatch.explicitOnly === true) return { ...definition, trivial: false };
  return { ...definition, ...(await inferDefinition({ ...dispatch, prompt: planned.prompt }, parts)) };
}

/** A text's blocks with everything that is wrong with them. */
export async function compile({ dods, problems, notes }: Parsed, policy: CommandPolicy): Promise<Definition> {
  const checkProblems = await findProblems(dods, policy);
  const inOrder = [...problems, ...checkProblems].sort((a, b) => a.at.line - b.at.line || a.at.column - b.at.column);
  return { dods, problems: inOrder, notes, trivial: false };
}

function inAcceptance(problem: Problem): Problem {
  return { ...problem, where: "acceptance" };
}

async function findProblems(dods: Definition["dods"], policy: CommandPolicy) {
  if (dods.length === 0) return [];
  const { findCheckProblems } = await import("../checks/preflight.ts");
  return findCheckProblems(dods, policy);
}

async function inferDefinition(dispatch: DispatchText, parts: DefineParts): Promise<Omit<Definition, "notes">> {
  const trivial = await isTrivialDispatch(dispatch, parts);
  const definition = { dods: [], problems: [] };
  if (lacksRequiredBlock({ ...parts.verify, definition, trivial })) {
    return { dods: [], problems: [{ code: "blockDemanded", at: { line: 1, column: 1 } }], trivial };
  }
  if (parts.verify.requireExplicitDoD) return { ...definition, trivial };
  const hints = await allowedHints(dispatch, parts);
  return { dods: [inferDod(dispatch.prompt, hints)], problems: [], trivial };
}

/** The project's commands that the caller may run. Nobody asked for these checks: one that can't be run is not inferred. */
async function allowedHints({ callerID, directory }: DispatchText, parts: DefineParts): Promise<ProjectHints> {
  const place = { ...parts.place, base: directory ?? parts.place.base };
  const hints = await readHints(place, parts.commands, parts.files);
  const entries = Object.entries(hints);
  const allowed = await Promise.all(entries.map(([, command]) => parts.mayRun(command, callerID)));
  return Object.fromEntries(entries.filter((_, index) => allowed[index]));
}

/** The words first: most dispatches are not trivial by themselves, and then nobody has to be asked about the agent. */
async function isTrivialDispatch(dispatch: DispatchText, { describeAgent }: DefineParts): Promise<boolean> {
  const { prompt, agent } = dispatch;
  if (agent === undefined || !isTrivial({ prompt, readOnlyAgent: true, fastTier: true })) return false;
  const traits = await describeAgent(agent);
  return isTrivial({ prompt, ...traits, fastTier: dispatch.fastTier ?? traits.fastTier });
}
