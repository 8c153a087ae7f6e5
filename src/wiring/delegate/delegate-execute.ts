import type { ToolContext, ToolResult } from "@opencode-ai/plugin";
import type { ProjectPlace } from "../../checks/project.ts";
import { checksOf } from "../../dod/dod.ts";
import type { GateTools } from "../../gate/requests.ts";
import { withoutJudgement } from "../../gate/verdict.ts";
import type { Calls } from "../../ports/host.ts";
import type { Log } from "../../ports/machine.ts";
import { renderArgumentProblems } from "../../report/argument-problems.ts";
import { renderDelegation, type Try } from "../../report/delegation-note.ts";
import { describeProgress } from "../../report/progress.ts";
import { recordOf } from "../../report/verdict-record.ts";
import { scrubAll } from "../../scrub/scrub-all.ts";
import { contain } from "../boundary.ts";
import type { RunningGates } from "../running-gates.ts";
import { CallProgress } from "./call-progress.ts";
import { type DelegateRequest, outsidePattern, type RequestParts, readRequest } from "./delegate-request.ts";
import { type Finished, type RunParts, runDelegation } from "./delegate-run.ts";

export interface DelegateParts extends RequestParts, RunParts {
  readonly sessions: RequestParts["sessions"];
  readonly running: RunningGates;
  readonly calls: Calls;
  /** Sentences about a configuration that can't be used. */
  readonly configProblems: readonly string[];
  readonly inspectConfig: NonNullable<GateTools["inspectConfig"]>;
  readonly log: Log;
}

/** One call of the tool, from its arguments to what its caller reads. */
export async function delegate(args: unknown, context: ToolContext, parts: DelegateParts): Promise<ToolResult> {
  const { sessionID, agent, messageID } = context;
  const callID = callIDOf(context);
  const reading = await readRequest(args, { sessionID, agent, callID }, parts);
  // The host shows the caller exactly this message.
  if (!reading.ok) throw new Error((await parts.loadScrub())(renderArgumentProblems(reading.problems)));
  const { request } = reading;
  if (parts.configProblems.length > 0) return report(await withBrokenConfig(request, parts), parts);
  // What the user refuses here is let out: it ends the caller's turn as with the host's own tools.
  await askToBegin(request, context, parts.place);
  const finished = await parts.running.run(sessionID, async (stop) => {
    const signal = AbortSignal.any([stop, context.abort]);
    const call = callID === undefined ? undefined : { sessionID, messageID, callID };
    const progress = new CallProgress(parts.calls, call, signal);
    const outcome = await contain(
      "delegate",
      parts.log,
      () => work(request, signal, progress, context, parts),
      (message) => withCrash(message),
    );
    await progress.settle();
    return outcome;
  });
  return report(finished, parts);
}

/** The published type lacks it. */
function callIDOf(context: ToolContext): string | undefined {
  return "callID" in context && typeof context.callID === "string" ? context.callID : undefined;
}

async function askToBegin(request: DelegateRequest, context: ToolContext, place: ProjectPlace): Promise<void> {
  const { agent, description, directory, isOutside } = request;
  const metadata = { description, subagent_type: agent.name };
  await context.ask({ permission: "task", patterns: [agent.name], always: ["*"], metadata });
  if (!isOutside) return;
  const pattern = outsidePattern(directory, place);
  await context.ask({ permission: "external_directory", patterns: [pattern], always: [pattern], metadata: {} });
}

function work(
  request: DelegateRequest,
  signal: AbortSignal,
  progress: CallProgress,
  context: ToolContext,
  parts: DelegateParts,
): Promise<Finished> {
  return runDelegation(
    {
      callerID: context.sessionID,
      request,
      signal,
      approve: (permission, pattern) =>
        context.ask({ permission, patterns: [pattern], always: [pattern], metadata: {} }).then(
          () => true,
          () => false,
        ),
      onProgress: (at, phase) => {
        const { number, most, tier, producerID } = at;
        progress.show({
          title: describeProgress(at, phase),
          metadata: {
            ...(producerID === undefined ? {} : { sessionId: producerID }),
            progress: { attempt: number, most, ...(tier === undefined ? {} : { tier }), phase: phase.kind },
          },
        });
      },
    },
    parts,
  );
}

async function report(finished: Finished, parts: DelegateParts): Promise<Exclude<ToolResult, string>> {
  const clean = scrubAll(finished, await parts.loadScrub());
  const { end, tries, scorecard } = clean;
  const last = tries.at(-1) ?? tries[0];
  return {
    title: `${end.status.replace("_", " ")} · ${scorecard.attempts === 1 ? "1 attempt" : `${scorecard.attempts} attempts`}`,
    output: renderDelegation({ ending: end, tries, scorecard }),
    metadata: {
      ...(last.producerID === undefined ? {} : { sessionId: last.producerID }),
      dodGate: { ...recordOf(last.verdict), status: end.status, attempts: tries.map(recordTry) },
      scorecard,
    },
  };
}

function recordTry({ number, tier, producerID, verdict }: Try) {
  return {
    number,
    ...(tier === undefined ? {} : { tier }),
    ...(producerID === undefined ? {} : { sessionId: producerID }),
    verdict: recordOf(verdict),
  };
}

async function withBrokenConfig(
  { definition }: DelegateRequest,
  { configProblems: problems, inspectConfig }: DelegateParts,
): Promise<Finished> {
  const unrun = definition.dods.flatMap(checksOf);
  const verdict = withoutJudgement("error", { code: "brokenConfig", problems }, unrun);
  const notes = (await inspectConfig()).map((note) => ({ code: "configFile", note }) as const);
  return withoutWork({ ...verdict, notes }, "gate:brokenConfig");
}

function withCrash(message: string): Finished {
  return withoutWork(withoutJudgement("error", { code: "crashed", message }), "gate:crashed");
}

function withoutWork(verdict: Try["verdict"], blocker: "gate:brokenConfig" | "gate:crashed"): Finished {
  const status = "needs_review" as const;
  return {
    end: { kind: "end", status, because: "needsUser", blocker },
    tries: [{ number: 1, tier: undefined, producerID: undefined, verdict, text: "" }],
    scorecard: {
      status,
      method: "none",
      tier: undefined,
      attempts: 0,
      blocked: 1,
      escalations: 0,
      cost: undefined,
    },
  };
}
