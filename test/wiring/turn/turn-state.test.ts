import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { step, type TurnAction, type TurnEvent, type TurnState } from "../../../src/wiring/turn/turn-state.ts";

/** What happens one after the other, in short. */
function play(
  events: readonly TurnEvent[],
  fixCycles: number,
): { actions: TurnAction[]; state: TurnState | undefined } {
  let state: TurnState | undefined;
  const actions: TurnAction[] = [];
  for (const event of events) {
    const next = step(state, event, fixCycles);
    state = next.state;
    actions.push(...next.actions);
  }
  return { actions, state };
}

const block = { kind: "block" } as const;
const idle = { kind: "idle" } as const;
const fail = { kind: "judged", outcome: "fail" } as const;
const pass = { kind: "judged", outcome: "pass" } as const;
const returned = { kind: "returned" } as const;
const message = { kind: "message" } as const;

describe("a turn", () => {
  test.each<[title: string, events: readonly TurnEvent[], cycles: number, actions: readonly string[]]>([
    ["is judged when its session comes to rest", [block, idle, pass], 1, ["open", "judge", "end judged"]],
    ["is judged once when that is said twice", [block, idle, idle, pass, idle], 1, ["open", "judge", "end judged"]],
    [
      "that fails goes back, is judged again, and ends",
      [block, idle, fail, returned, idle, fail, idle],
      1,
      ["open", "judge", "sendBack 1", "judge", "end judged"],
    ],
    ["that fails does not go back without a cycle", [block, idle, fail], 0, ["open", "judge", "end judged"]],
    [
      "is not judged before the agent has taken the failure up",
      [block, idle, fail, idle, idle, returned, idle],
      1,
      ["open", "judge", "sendBack 1", "judge"],
    ],
    [
      "that could not be judged does not go back",
      [block, idle, { kind: "judged", outcome: "error" }],
      5,
      ["open", "judge", "end judged"],
    ],
    [
      "goes on where its rest was none",
      [block, idle, { kind: "resumed" }, idle],
      1,
      ["open", "judge", "stopJudging", "judge"],
    ],
    [
      "takes in what the user says while the agent works on it",
      [block, message, block, idle],
      1,
      ["open", "join", "judge"],
    ],
    [
      "ends with a message while it is judged",
      [block, idle, message, pass],
      1,
      ["open", "judge", "stopJudging", "end takenOver"],
    ],
    [
      "makes room for another block while it is judged",
      [block, idle, block, idle],
      1,
      ["open", "judge", "stopJudging", "end takenOver", "open", "judge"],
    ],
    [
      "ends with a message on its way back",
      [block, idle, fail, message, returned, idle],
      1,
      ["open", "judge", "sendBack 1", "end takenOver"],
    ],
    [
      "ends with a message while it is corrected",
      [block, idle, fail, returned, message, idle],
      1,
      ["open", "judge", "sendBack 1", "end takenOver"],
    ],
    [
      "ends where it can't go back",
      [block, idle, fail, { kind: "notReturned" }],
      1,
      ["open", "judge", "sendBack 1", "end notReturned"],
    ],
    ["ends with an abort", [block, { kind: "aborted" }, idle], 1, ["open", "end aborted"]],
    [
      "ends with an abort while it is judged",
      [block, idle, { kind: "aborted" }, pass],
      1,
      ["open", "judge", "stopJudging", "end aborted"],
    ],
    [
      "vanishes with its session",
      [block, idle, { kind: "vanished" }, pass],
      1,
      ["open", "judge", "stopJudging", "end vanished"],
    ],
    ["is nothing without a block", [message, idle, pass, returned, { kind: "aborted" }], 1, []],
  ])("%s", (_, events, cycles, actions) => {
    expect(play(events, cycles).actions.map(describeAction)).toEqual(actions);
  });
});

function describeAction(action: TurnAction): string {
  if (action.kind === "end") return `end ${action.how}`;
  return action.kind === "sendBack" ? `sendBack ${action.fixes}` : action.kind;
}

const anyEvent: fc.Arbitrary<TurnEvent> = fc.oneof(
  fc.constantFrom<TurnEvent>(
    block,
    message,
    idle,
    idle,
    returned,
    { kind: "resumed" },
    { kind: "notReturned" },
    { kind: "aborted" },
    { kind: "vanished" },
  ),
  fc.record({
    kind: fc.constant("judged" as const),
    outcome: fc.constantFrom("pass" as const, "fail" as const, "fail" as const, "error" as const, "skip" as const),
  }),
);

test("whatever happens: one gate at a time, no more corrections than configured, and an end for what was opened", () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 60 }), fc.integer({ min: 0, max: 5 }), (events, fixCycles) => {
      let state: TurnState | undefined;
      let open = 0;
      let judging = false;
      let sent = 0;
      for (const event of events) {
        const next = step(state, event, fixCycles);
        if (event.kind === "judged" && state?.phase === "judging") judging = false;
        for (const action of next.actions) {
          if (action.kind === "open") [open, sent] = [open + 1, 0];
          if (action.kind === "judge") {
            expect(judging).toBe(false);
            judging = true;
          }
          if (action.kind === "stopJudging") judging = false;
          if (action.kind === "sendBack") expect(action.fixes).toBe(++sent);
          if (action.kind === "end") open -= 1;
        }
        state = next.state;
        expect(open).toBe(state === undefined ? 0 : 1);
        expect(judging).toBe(state?.phase === "judging");
        expect(sent).toBeLessThanOrEqual(fixCycles);
      }
    }),
    { numRuns: 2000 },
  );
});

test("a turn never ends accepted by anything but a verdict", () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 60 }), (events) => {
      let state: TurnState | undefined;
      for (const event of events) {
        const next = step(state, event, 1);
        const ends = next.actions.filter((action) => action.kind === "end" && action.how === "judged");
        if (ends.length > 0) expect(event.kind).toBe("judged");
        state = next.state;
      }
    }),
  );
});
