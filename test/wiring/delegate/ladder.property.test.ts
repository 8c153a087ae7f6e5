import fc from "fast-check";
import { expect, test } from "vitest";
import type { EscalateConfig, Preset } from "../../../src/config/config.ts";
import { order, type Tier } from "../../../src/grader/tiers.ts";
import { type Blocker, remedies } from "../../../src/wiring/delegate/blocker.ts";
import { advance, startLadder } from "../../../src/wiring/delegate/ladder.ts";
import { planLadder } from "../../../src/wiring/delegate/ladder-plan.ts";
import type { LadderEvent, LadderState } from "../../../src/wiring/delegate/ladder-state.ts";

const rank = (tier: Tier) => order.indexOf(tier);
const tier = fc.constantFrom(...order);
const ladder = fc.subarray([...order], { minLength: 1 });
const tierModel = fc.record(
  { model: fc.constantFrom("a/one", "a/two", "a/three"), costRatio: fc.double({ min: 0.01, max: 100, noNaN: true }) },
  { requiredKeys: ["model"] },
);

const escalate: fc.Arbitrary<EscalateConfig> = fc.record(
  {
    ladder,
    maxAttemptsPerTier: fc.integer({ min: 1, max: 5 }),
    maxTotalAttempts: fc.integer({ min: 1, max: 10 }),
    costCeiling: fc.record({ multiple: fc.double({ min: 1, max: 50, noNaN: true }) }),
    floorTier: tier,
  },
  { requiredKeys: ["ladder", "maxAttemptsPerTier", "maxTotalAttempts", "costCeiling"] },
);
const preset: fc.Arbitrary<Preset | undefined> = fc.option(
  fc.record({ fast: tierModel, medium: tierModel, heavy: tierModel }),
  { nil: undefined },
);
const situation = fc.record({ escalate, preset, requested: fc.option(tier, { nil: undefined }) });

const dollars = fc.oneof(
  fc.constant(undefined),
  fc.constantFrom(0, -1, Number.NaN, Number.POSITIVE_INFINITY),
  fc.double({ min: 0.0001, max: 10, noNaN: true }),
);
const blocker = fc.constantFrom(...(Object.keys(remedies) as Blocker[]));
const event: fc.Arbitrary<LadderEvent> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("passed" as const), dollars }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("failed" as const),
      fingerprint: fc.constantFrom("a", "b", "c"),
      dollars,
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("producerTimedOut" as const), dollars }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("blocked" as const), blocker, dollars }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("skipped" as const), dollars }) },
);

/** No ladder may outlast this many events: ten attempts, each with one blocked try before it. */
const tooMany = 21;
const events = fc.oneof(
  fc.array(event, { minLength: tooMany, maxLength: tooMany }),
  // What goes on longest: no failure is like another, and whatever is blocked may be tried again.
  fc.array(
    fc.oneof(
      fc.nat().map((n): LadderEvent => ({ kind: "failed", fingerprint: String(n), dollars: undefined })),
      blocker.map((code): LadderEvent => ({ kind: "blocked", blocker: code, dollars: undefined })),
    ),
    { minLength: tooMany, maxLength: tooMany },
  ),
);

function walk(first: LadderState, reports: readonly LadderEvent[]): { states: LadderState[]; used: LadderEvent[] } {
  const [states, used]: [LadderState[], LadderEvent[]] = [[freeze(first)], []];
  let state = first;
  for (const report of reports) {
    if (state.next.kind === "end") break;
    state = freeze(advance(state, report));
    states.push(state);
    used.push(report);
  }
  return { states, used };
}

/** Whoever changes what was decided before, throws. */
function freeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) freeze(inner);
  }
  return value;
}

const isKnown = (amount: number | undefined): amount is number =>
  amount !== undefined && amount > 0 && Number.isFinite(amount);

/** The ceiling, told otherwise than the ladder computes it: may another attempt follow these? */
function mayContinue({ attempts, blocked, plan }: LadderState): boolean {
  const total = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
  const paid = attempts.map((attempt) => attempt.dollars);
  const [first] = paid;
  if (paid.every(isKnown) && isKnown(first)) {
    const wasted = blocked.map((one) => one.dollars).filter(isKnown);
    return total(paid) + total(wasted) <= first * plan.costMultiple;
  }
  const ratios = attempts.map((attempt) => attempt.costRatio);
  const [base] = ratios;
  return !ratios.every(isKnown) || !isKnown(base) || total(ratios) / base <= plan.costMultiple;
}

test("any sequence of verdicts, errors, costs and timeouts ends within the configured bounds (R002-49, R003-10)", () => {
  fc.assert(
    fc.property(situation, events, (request, reports) => {
      const { states, used } = walk(startLadder(planLadder(request)), reports);
      const last = states.at(-1);
      expect(last?.next.kind).toBe("end");
      expect(used.length).toBeLessThanOrEqual(2 * request.escalate.maxTotalAttempts);
      expect(last?.attempts.length).toBeLessThanOrEqual(request.escalate.maxTotalAttempts);
    }),
    { numRuns: 2000 },
  );
});

test("accepted is reached through a pass, and only through a pass (R002-49)", () => {
  fc.assert(
    fc.property(situation, events, (request, reports) => {
      const { states, used } = walk(startLadder(planLadder(request)), reports);
      const end = states.at(-1)?.next;
      const isAccepted = end?.kind === "end" && end.status === "accepted";
      expect(isAccepted).toBe(used.at(-1)?.kind === "passed");
      expect(used.slice(0, -1).map(({ kind }) => kind)).not.toContain("passed");
    }),
    { numRuns: 2000 },
  );
});

test("tiers never go down, never below the floor, and never past what a tier may have", () => {
  fc.assert(
    fc.property(situation, events, (request, reports) => {
      const { states } = walk(startLadder(planLadder(request)), reports);
      const steps = states.flatMap(({ next }) => (next.kind === "end" ? [] : [next]));
      const { floorTier = "fast", maxAttemptsPerTier } = request.escalate;
      for (const [index, step] of steps.entries()) {
        expect(rank(step.tier)).toBeGreaterThanOrEqual(rank(floorTier));
        expect(rank(step.tier)).toBeGreaterThanOrEqual(rank(steps[index - 1]?.tier ?? "fast"));
      }
      const [final] = states.slice(-1);
      for (const one of order) {
        const here = final?.attempts.filter((attempt) => attempt.tier === one).length ?? 0;
        const limit = final?.plan.rungs.length === 1 ? Math.max(2, maxAttemptsPerTier) : maxAttemptsPerTier;
        expect(here).toBeLessThanOrEqual(limit);
      }
    }),
    { numRuns: 2000 },
  );
});

test("no attempt begins once the attempts before it have exceeded the cost ceiling", () => {
  fc.assert(
    fc.property(situation, events, (request, reports) => {
      for (const state of walk(startLadder(planLadder(request)), reports).states) {
        if (state.next.kind === "attempt" && state.attempts.length > 0) expect(mayContinue(state)).toBe(true);
        if (state.next.kind === "end" && state.next.status === "unmet" && state.next.because.code === "ceilingReached")
          expect(mayContinue(state)).toBe(false);
      }
    }),
    { numRuns: 2000 },
  );
});

test("a blocked try burns no attempt and changes no tier, and no blocker is met a third time (R004-9, R004-10)", () => {
  fc.assert(
    fc.property(situation, events, (request, reports) => {
      const { states, used } = walk(startLadder(planLadder(request)), reports);
      for (const [index, report] of used.entries()) {
        const [before, after] = states.slice(index, index + 2);
        if (report.kind !== "blocked") continue;
        expect(after?.attempts).toBe(before?.attempts);
        if (after?.next.kind === "end") expect(after.next.status).toBe("needs_review");
        else expect(after?.next).toEqual({ ...before?.next, kind: expect.stringMatching(/^(attempt|judgeAgain)$/) });
      }
      const met = states.at(-1)?.blocked.map((one) => one.blocker) ?? [];
      const repeated = met.filter((one, index) => met.indexOf(one) !== index);
      expect(repeated.length).toBeLessThanOrEqual(1);
      if (repeated.length === 1) expect(met.at(-1)).toBe(repeated[0]);
    }),
    { numRuns: 2000 },
  );
});

test("a tier is given up as soon as it has failed twice in the same way (R003-16)", () => {
  fc.assert(
    fc.property(situation, events, (request, reports) => {
      const { states } = walk(startLadder(planLadder(request)), reports);
      const attempts = states.at(-1)?.attempts ?? [];
      for (const [index, { tier: there, fingerprint }] of attempts.entries()) {
        if (fingerprint === undefined) continue;
        const before = attempts.slice(0, index).some((one) => one.tier === there && one.fingerprint === fingerprint);
        if (before) expect(attempts.slice(index + 1).map((one) => one.tier)).not.toContain(there);
      }
    }),
    { numRuns: 2000 },
  );
});
