import { type Actor, nameOfModel } from "../../artefact/record.ts";
import type { GateTools } from "../../gate/requests.ts";
import { grade } from "../../grader/grade.ts";
import type { GradeOutcome } from "../../grader/outcome.ts";
import type { GraderModel, GraderSessions } from "../../grader/sessions.ts";
import type { Files } from "../../ports/machine.ts";
import type { Scrub } from "../../scrub/scrub.ts";
import type { RegisteredAgents } from "../register-agents.ts";

export interface GraderRunnerParts {
  readonly sessions: GraderSessions;
  readonly files: Files;
  readonly loadScrub: () => Promise<Scrub>;
  readonly graderTimeoutMs: number;
  readonly agents: Pick<RegisteredAgents, "isGraderOurs">;
  /** The model that grades what these producers did for this caller; undefined leaves it to the host. */
  readonly chooseModel: (caller: Actor, producers: readonly Actor[]) => GraderModel | undefined;
}

/** Has criteria judged by a grader of their own. */
export function createGraderRunner(parts: GraderRunnerParts): GateTools["grade"] {
  const { sessions, files, loadScrub, graderTimeoutMs, chooseModel, agents } = parts;
  return async ({ criteria, delegation, work, signal }) => {
    if (!agents.isGraderOurs) return { outcome: "error", why: "notIndependent", message: noGrader };
    const model = chooseModel(delegation.caller, work.actors);
    const request = {
      callerID: delegation.callerID,
      producerIDs: work.sessionIDs,
      directory: delegation.directory,
      criteria,
      artefact: work.artefact,
      diffs: work.diffs,
      ...(model === undefined ? {} : { model }),
      graderTimeoutMs,
      signal,
    };
    const outcome = await grade(request, { sessions, files, scrub: await loadScrub(), newMarker });
    return refuseSubstitute(outcome, model);
  };
}

const noGrader = "the host has not taken up the grader's agent; restart OpenCode";

/** A tier is a promise about the model: a judgement by another one than was asked for is none. */
function refuseSubstitute(outcome: GradeOutcome, asked: GraderModel | undefined): GradeOutcome {
  if (outcome.outcome === "error" || asked === undefined) return outcome;
  const name = nameOfModel(asked);
  if (outcome.model === name) return outcome;
  const message = `asked ${name} to grade, and ${outcome.model} answered`;
  return { outcome: "error", why: "notIndependent", message };
}

/** 128 random bits in hexadecimal. */
function newMarker(): string {
  return crypto.randomUUID().replaceAll("-", "");
}
