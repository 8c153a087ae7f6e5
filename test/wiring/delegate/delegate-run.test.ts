import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { defaults } from "../../../src/config/defaults.ts";
import { type Verdict, withoutJudgement } from "../../../src/gate/verdict.ts";
import type { Turn } from "../../../src/ports/host.ts";
import { renderDelegation } from "../../../src/report/delegation-note.ts";
import { type Finished, type RunParts, runDelegation } from "../../../src/wiring/delegate/delegate-run.ts";
import { RetryWatch } from "../../../src/wiring/delegate/retry-watch.ts";

const preset = {
  fast: { model: "scripted/fast", costRatio: 1 },
  medium: { model: "scripted/medium", costRatio: 5 },
  heavy: { model: "scripted/heavy", costRatio: 20 },
};
const definition = {
  dods: [
    {
      source: "explicit" as const,
      at: { line: 1, column: 1 },
      checks: [{ kind: "fileExists" as const, at: { line: 2, column: 1 }, path: "a.txt" }],
      criteria: [],
    },
  ],
  problems: [],
  notes: [],
  trivial: false,
};

const stop: Turn = { status: "answered", role: "assistant", text: "Done.", finish: "stop", model: "scripted/fast" };
const broken: Turn = { ...stop, error: { name: "APIError", message: "down", statusCode: 503 } };
const refused: Turn = { ...stop, error: { name: "APIError", message: "no key", statusCode: 401 } };

const pass: Verdict = {
  ...withoutJudgement("error", { code: "stopped" }),
  outcome: "pass",
  causes: [],
  method: "deterministic",
};
const fail = (path: string): Verdict => withoutJudgement("fail", { code: "criteriaUnmet", reasons: [path] });
const unjudged = withoutJudgement("error", { code: "recordUnreadable", message: "gone" });

interface Played extends Finished {
  readonly models: readonly (string | undefined)[];
  readonly prompts: readonly string[];
  readonly output: string;
}

/** Plays a delegation whose producers and verdicts follow their scripts; a script that has ended repeats its last. */
async function play(turns: readonly Turn[], verdicts: readonly (Verdict | Error)[], cost = 0): Promise<Played> {
  const models: (string | undefined)[] = [];
  const prompts: string[] = [];
  let judged = 0;
  const watch = new RetryWatch();
  const parts: RunParts = {
    producers: {
      open: async () => ({ status: "opened", id: `ses_${models.length}` }),
      prompt: async ({ model, text }) => {
        models.push(model?.modelID);
        prompts.push(text);
        return turns[Math.min(models.length, turns.length) - 1] ?? stop;
      },
    },
    watch,
    sessions: {
      readTree: async (id) => ({
        status: "read",
        sessions: [
          {
            id,
            directory: "/project",
            messages: [
              {
                role: "assistant",
                createdAt: Number.MAX_SAFE_INTEGER,
                cost,
                parts: [{ type: "text", text: `I am ${id}.`, synthetic: false }],
              },
            ],
          },
        ],
      }),
    },
    gatekeeper: {
      abandon: () => undefined,
      judgeDelegated: async () => {
        const verdict = verdicts[Math.min(judged++, verdicts.length - 1)] ?? pass;
        if (verdict instanceof Error) throw verdict;
        return verdict;
      },
    },
    escalate: defaults.escalate,
    preset,
    delegateTimeoutMs: 1000,
    loadScrub: async () => (text) => text.replaceAll("hunter2", "[redacted]"),
    log: () => undefined,
  };
  const finished = await runDelegation(
    {
      callerID: "ses_caller",
      request: {
        prompt: "Do it.",
        description: "Do it",
        tier: undefined,
        agent: { name: "general", isHidden: false, rules: [], model: undefined },
        definition,
        directory: "/project",
        isOutside: false,
        caller: {},
        callerModel: undefined,
        callerRules: [],
        limits: { depth: 1, primaryTools: [] },
        depth: 0,
      },
      signal: new AbortController().signal,
      approve: async () => false,
      onProgress: () => undefined,
    },
    parts,
  );
  expect(watch.size).toBe(0);
  const { end, tries, scorecard } = finished;
  return { ...finished, models, prompts, output: renderDelegation({ ending: end, tries, scorecard }) };
}

describe("the ladder, played with producers and the gate", () => {
  test("a gate that breaks down is `verification failed (fail-closed)`, and nothing is tried again (R002-58)", async () => {
    const { output, models } = await play([stop], [new Error("out of order")]);
    expect(output).toMatch(/^\[dod-gate status: needs_review\] verification failed \(fail-closed\): .*out of order/);
    expect(models).toEqual(["fast"]);
    expect(output).toContain("I am ses_0.");
  });

  test("a producer whose provider fails twice in a row ends it, on the same tier, with no attempt counted", async () => {
    const { output, models, scorecard } = await play([broken], []);
    expect(output).toMatch(/^\[dod-gate status: needs_review\] producer failed: down\n/);
    expect(models).toEqual(["fast", "fast"]);
    expect(scorecard).toMatchObject({ attempts: 0, blocked: 2, escalations: 0 });
  });

  test("one that fails once is asked again, in the same words, and nothing is lost", async () => {
    const { models, prompts, scorecard } = await play([broken, stop], [pass]);
    expect(models).toEqual(["fast", "fast"]);
    expect(new Set(prompts)).toEqual(new Set(["Do it."]));
    expect(scorecard).toMatchObject({ status: "accepted", attempts: 1, blocked: 1 });
  });

  test("a refusal that stays one is not repeated", async () => {
    expect((await play([refused], [])).models).toEqual(["fast"]);
  });

  test("a record that can't be read is judged once more, and the work is not done again", async () => {
    const { models, end, output } = await play([stop], [unjudged, pass]);
    expect(end.status).toBe("accepted");
    expect(models).toEqual(["fast"]);
    expect(output).toMatch(/^I am ses_0\.\n/);
  });

  test("a timeout after a failure: the next producer is told what is newest", async () => {
    const { prompts, models } = await play([stop, { status: "timedOut" }, stop], [fail("first reason"), pass]);
    expect(models).toEqual(["fast", "medium", "heavy"]);
    expect(prompts[1]).toContain("first reason");
    expect(prompts[2]).toContain("stopped after 1s");
    expect(prompts[2]).not.toContain("first reason");
  });

  test("what goes to the next session is scrubbed", async () => {
    const { prompts } = await play([stop], [fail("the password is hunter2"), pass]);
    expect(prompts[1]).toContain("[redacted]");
    expect(prompts[1]).not.toContain("hunter2");
  });

  test("of several texts the one is shown whose work passed the most checks", async () => {
    const check = definition.dods[0]?.checks[0];
    if (check === undefined) throw new Error("the test's own assumption does not hold");
    const better: Verdict = { ...fail("nearly"), checks: [{ outcome: "pass", check, durationMs: 1 }] };
    const { output } = await play([stop], [fail("a"), better, fail("b")]);
    expect(output).toContain("What the producer of attempt 2 said, NOT ACCEPTED:\n\nI am ses_1.");
  });

  it("always ends within the configured attempts, and is accepted only through a pass", async () => {
    const turns = fc.array(
      fc.constantFrom<Turn>(stop, stop, broken, refused, { status: "timedOut" }, { status: "aborted" }),
      {
        minLength: 1,
        maxLength: 12,
      },
    );
    const verdicts = fc.array(
      fc.oneof(
        fc.constantFrom<Verdict | Error>(
          pass,
          unjudged,
          new Error("crash"),
          withoutJudgement("error", { code: "emptyReturn" }),
        ),
        fc.string().map(fail),
      ),
      { minLength: 1, maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(turns, verdicts, fc.double({ min: 0, max: 5, noNaN: true }), async (one, other, cost) => {
        const { end, tries, models, output } = await play(one, other, cost);
        expect(models.length).toBeLessThanOrEqual(2 * defaults.escalate.maxTotalAttempts);
        const isAccepted = tries.at(-1)?.verdict.outcome === "pass";
        expect(end.status === "accepted").toBe(isAccepted);
        expect(output.includes("[dod-gate ✓ accepted")).toBe(isAccepted);
      }),
    );
  });
});
