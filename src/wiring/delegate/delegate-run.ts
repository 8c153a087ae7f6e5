import type { EscalateConfig } from "../../config/config.ts";
import type { Try } from "../../report/delegation-note.ts";
import { renderRetryPrompt } from "../../report/retry-prompt.ts";
import type { Scorecard } from "../../report/scorecard.ts";
import type { Scrub } from "../../scrub/scrub.ts";
import { scrubAll } from "../../scrub/scrub-all.ts";
import { type AttemptParts, Attempts, type Run } from "./delegate-attempt.ts";
import { advance, startLadder } from "./ladder.ts";
import { planLadder } from "./ladder-plan.ts";
import { scoreOf } from "./ladder-score.ts";
import type { End } from "./ladder-state.ts";

export interface RunParts extends AttemptParts {
  readonly escalate: EscalateConfig;
  readonly loadScrub: () => Promise<Scrub>;
}

export interface Finished {
  readonly end: End;
  readonly tries: readonly [Try, ...Try[]];
  readonly scorecard: Scorecard;
}

/** Has the work done and judged as often as the ladder says. */
export async function runDelegation(run: Run, parts: RunParts): Promise<Finished> {
  const { request } = run;
  const plan = planLadder({ ...parts, requested: request.tier });
  const attempts = new Attempts(run, parts, plan.isInherited);
  let state = startLadder(plan);
  let prompt = request.prompt;
  const tries: Try[] = [];
  for (let step = state.next; step.kind !== "end"; step = state.next) {
    const taken = await attempts.take(step, prompt);
    tries.push(taken.try);
    state = advance(state, taken.event);
    if (taken.failure === undefined) continue;
    // It goes to another session.
    const failure = scrubAll(taken.failure, await parts.loadScrub());
    prompt = renderRetryPrompt({ prompt: request.prompt, attempt: taken.try.number, failure });
  }
  const [first, ...others] = tries;
  if (first === undefined || state.next.kind !== "end") throw new Error("the ladder ended before it began");
  const { method } = (others.at(-1) ?? first).verdict;
  return { end: state.next, tries: [first, ...others], scorecard: scoreOf(state, state.next, method) };
}
