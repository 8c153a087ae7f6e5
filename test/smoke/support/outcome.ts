import { type ExportedSession, modelsIn } from "./transcript.ts";

/** What one live run has shown. */
export type Outcome =
  | { readonly kind: "passed" }
  /** The plugin did not do its part. */
  | { readonly kind: "regression"; readonly because: string }
  /** The model, or its provider, did not do its part, so that nothing is known of the plugin. */
  | { readonly kind: "inconclusive"; readonly because: string };

export const passed: Outcome = { kind: "passed" };
export const regression = (because: string): Outcome => ({ kind: "regression", because });
export const inconclusive = (because: string): Outcome => ({ kind: "inconclusive", because });

/** What a run left behind. */
export interface Evidence {
  /** Whether the host says that the plugin is there; undefined where it says nothing. */
  readonly loaded: boolean | undefined;
  /** How `opencode run` ended. */
  readonly end: "finished" | "failed" | "timedOut";
  /** The run's session, and all that it speaks of. */
  readonly sessions: readonly ExportedSession[];
  /** What is in the file that the work was about; undefined where it isn't there. */
  readonly proof: string | undefined;
}

/** Judges what must hold of every run, then what the scenario asks for. */
export function judgeRun(evidence: Evidence, model: string, judge: (evidence: Evidence) => Outcome): Outcome {
  if (evidence.loaded === undefined) return inconclusive("the host did not say which agents it has");
  if (!evidence.loaded) return regression("the plugin is not loaded");
  const models = modelsIn(evidence.sessions);
  const others = models.filter((each) => each !== model);
  if (others.length > 0) return regression(`${others.join(", ")} answered, although ${model} was asked for`);
  if (models.length === 0) return inconclusive(`${model} never answered (the run ${evidence.end})`);
  const outcome = judge(evidence);
  if (outcome.kind === "passed" && evidence.end !== "finished") return inconclusive(`the run ${evidence.end}`);
  return outcome;
}

export function describeOutcome(outcome: Outcome): string {
  switch (outcome.kind) {
    case "passed":
      return "passed";
    case "regression":
      return `REGRESSION: ${outcome.because}`;
    case "inconclusive":
      return `INCONCLUSIVE, says nothing about the plugin: ${outcome.because}`;
  }
}

/** The worst of several outcomes; undefined where there is none. */
export function worst(outcomes: readonly Outcome[]): Outcome | undefined {
  const order = ["regression", "inconclusive", "passed"];
  return outcomes.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))[0];
}
