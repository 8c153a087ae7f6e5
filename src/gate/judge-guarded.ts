import { deliverablesOf } from "../dod/dod.ts";
import { needsBaseline } from "../integrity/baseline.ts";
import type { IntegrityEvidence } from "../integrity/facts.ts";
import { differences, fingerprint } from "./fingerprint.ts";
import type { Guard } from "./guard.ts";
import { integrityNotes } from "./integrity-notes.ts";
import { type BlocksRequest, checksIn, type Judged, judgeBlocks } from "./judge-blocks.ts";
import type { GateTools } from "./requests.ts";
import type { Cause, VerdictNote } from "./verdict.ts";

export interface GuardedRequest extends Omit<BlocksRequest, "guard"> {
  /** Aborts when nobody waits any more, whatever the budget says. */
  readonly callerSignal: AbortSignal;
  /** Whether these findings make a pass. */
  readonly isPass: (judged: Judged) => boolean;
}

export interface GuardedJudgement extends Judged {
  readonly notes: readonly VerdictNote[];
  readonly integrity?: IntegrityEvidence;
}

/** Where the work changed while it was judged it is judged once more, from its new state. */
const mostRounds = 2;

/** Judges all blocks, and sees to it that the work stands still meanwhile and that nothing in it decides about itself. */
export async function judgeGuarded(request: GuardedRequest, tools: GateTools): Promise<GuardedJudgement> {
  const { baseline } = needsBaseline(checksIn(request.scope)) ? request.delegation.definition : {};
  if (baseline?.status !== "taken") {
    const notes: VerdictNote[] = baseline === undefined ? [] : [{ code: "integrityUnchecked", why: baseline.why }];
    return { ...(await judgeUnguarded(request, tools)), notes };
  }
  for (let round = 1; ; round += 1) {
    const opening = await openGuard(request, tools, round > 1);
    if (!opening.ok) return withoutGuard(opening.message);
    const { judged, again } = await judgeOnce(request, tools, opening.guard);
    if (!again || round === mostRounds || request.signal.aborted) return judged;
  }
}

/** What changed while it was judged can be found wanting in a second round, but without a copy nothing accepts it any more. */
async function judgeUnguarded(request: GuardedRequest, tools: GateTools): Promise<Judged> {
  const judged = await judgeStill(request, tools, undefined);
  const hasMoved = judged.causes.some(({ code }) => code === "changedWhileJudged");
  if (!hasMoved || request.signal.aborted) return judged;
  const again = await judgeStill(request, tools, undefined);
  return request.isPass(again) ? judged : again;
}

async function judgeOnce(request: GuardedRequest, tools: GateTools, guard: Guard) {
  let isAccepted = false;
  const notes: VerdictNote[] = [];
  let judged: Judged | undefined;
  let again = false;
  const causes: Cause[] = [];
  try {
    judged = await judgeStill(request, tools, guard);
    const stillness = await guard.settle();
    switch (stillness.status) {
      case "still":
        if (stillness.left.length > 0) notes.push({ code: "leftByChecks", paths: stillness.left });
        break;
      case "moved":
        again = true;
        causes.push({ code: "changedWhileJudged", paths: stillness.paths });
        break;
      case "moving":
        causes.push({ code: "changedWhileJudged", paths: stillness.paths });
        break;
      case "unknown":
        causes.push({ code: "integrityUnknown", message: stillness.message });
    }
    judged = { ...judged, causes: [...causes, ...judged.causes] };
    isAccepted = request.isPass(judged);
  } finally {
    for (const leftover of await guard.close(isAccepted)) notes.push({ code: "copyLeft", ...leftover });
  }
  const integrity = await guard.evidence();
  return { judged: { ...judged, notes: [...integrityNotes(integrity), ...notes], integrity }, again };
}

/** Compares the files that the producer is known to have written, as far as no guard does. */
async function judgeStill(request: GuardedRequest, tools: GateTools, guard: Guard | undefined): Promise<Judged> {
  const watched = request.work.artefact.changedFiles.filter(({ path }) => guard?.covers(path) !== true);
  const before = await fingerprint(watched, tools.files);
  const judged = await judgeBlocks({ ...request, guard }, tools);
  const paths = differences(before, await fingerprint(watched, tools.files));
  return paths.length === 0 ? judged : { ...judged, causes: [{ code: "changedWhileJudged", paths }, ...judged.causes] };
}

async function openGuard({ delegation, work, callerSignal }: GuardedRequest, tools: GateTools, alwaysCopies: boolean) {
  const { baseline, dods } = delegation.definition;
  if (baseline?.status !== "taken") throw new Error("there is no baseline");
  const directory = (await tools.files.realPath(delegation.directory)) ?? delegation.directory;
  const deliverables = deliverablesOf(dods);
  const request = { baseline, directory, deliverables, alwaysCopies, signal: callerSignal };
  return tools.openGuard(request, work.sessionIDs);
}

function withoutGuard(message: string): GuardedJudgement {
  return { checks: [], causes: [{ code: "integrityUnknown", message }], ungraded: 0, notes: [] };
}
