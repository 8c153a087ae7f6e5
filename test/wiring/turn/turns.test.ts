import { expect, test } from "vitest";
import { parse } from "../../../src/dod/parse.ts";
import type { Definition } from "../../../src/gate/delegation.ts";
import { type Verdict, withoutJudgement } from "../../../src/gate/verdict.ts";
import type { Insertion } from "../../../src/ports/host.ts";
import type { OneShot } from "../../../src/ports/machine.ts";
import type { TurnWork } from "../../../src/wiring/gatekeeper.ts";
import { Mailbox } from "../../../src/wiring/turn/mailbox.ts";
import type { Opening } from "../../../src/wiring/turn/turn.ts";
import { followTurns } from "../../../src/wiring/turn/turn-events.ts";
import { TurnReports } from "../../../src/wiring/turn/turn-reports.ts";
import { Turns } from "../../../src/wiring/turn/turns.ts";

const passed: Verdict = { ...withoutJudgement("fail", { code: "stopped" }), outcome: "pass", causes: [] };
const failed = withoutJudgement("fail", { code: "budgetSpent", budgetMs: 1 });

const opening: Opening = {
  place: { sessionID: "ses_1", messageID: "msg_1", partID: "prt_1" },
  definition: { ...parse("[dod]\ncheck: testsPass\n[/dod]"), trivial: false },
  since: 1000,
  voice: { agent: "build", model: { providerID: "p", modelID: "m" }, variant: undefined, system: undefined },
};

type Answer = Verdict | undefined | Error;

/** Turns whose gate answers what it is told, one call after the other; it never answers where the list has ended. */
function setUp(answers: readonly Answer[], oneShot?: OneShot) {
  const asked: TurnWork[] = [];
  const sent: Insertion[] = [];
  const toasts: string[] = [];
  const abandoned: Pick<Definition, "baseline">[] = [];
  const log = () => undefined;
  const working = new Set<string>();
  const deliver = async (_: string, insertion: Insertion) => {
    sent.push(insertion);
    return { status: "delivered" as const };
  };
  const conversations = {
    readiness: async () => "ready" as const,
    busy: async () => working,
    note: deliver,
    send: deliver,
    mark: async () => ({ status: "delivered" as const }),
  };
  const fixCycles = oneShot === undefined ? 1 : 0;
  const toast = (message: string) => void toasts.push(message);
  const mailbox = new Mailbox({ conversations, log });
  const reports = new TurnReports({ mailbox, conversations, toast, oneShot, fixCycles, log });
  const gatekeeper = {
    abandon: (definition: Pick<Definition, "baseline">) => void abandoned.push(definition),
    judgeTurn: (work: TurnWork): Promise<Verdict | undefined> => {
      const answer = answers[asked.push(work) - 1];
      if (asked.length > answers.length) return new Promise(() => undefined);
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
  };
  const turns = new Turns({ gatekeeper, conversations, reports, fixCycles, log });
  const see = followTurns(turns, mailbox);
  const rest = () => see({ type: "session.idle", properties: { sessionID: "ses_1" } });
  const giveUp = (message: string) => {
    const error = { name: "UnknownError" as const, data: { message } };
    see({ type: "session.error", properties: { sessionID: "ses_1", error } });
  };
  return {
    turns,
    rest,
    giveUp,
    working,
    asked,
    abandoned,
    sent,
    toasts,
    statuses: () => sent.map(({ metadata }) => statusOf(metadata)),
    reports,
  };
}

function statusOf(metadata: Insertion["metadata"]): unknown {
  return (metadata["dodGate"] as Record<string, unknown>)["status"];
}

/** Lets everything go on that needs no time. */
async function calm(): Promise<void> {
  for (let round = 0; round < 50; round++) await Promise.resolve();
}

test("two rests are one verdict", async () => {
  const { turns, rest, asked, statuses } = setUp([passed]);
  turns.open(opening);
  rest();
  rest();
  await calm();
  rest();
  await calm();
  expect(asked).toHaveLength(1);
  expect(statuses()).toEqual(["accepted"]);
});

test("a rest that was none is followed by the next one, also where that came while the first was looked at", async () => {
  const { turns, rest, asked, statuses } = setUp([undefined, passed]);
  turns.open(opening);
  rest();
  rest();
  await calm();
  expect(asked).toHaveLength(2);
  expect(statuses()).toEqual(["accepted"]);
});

test("a failure goes back once, and the second verdict asks for an answer to it", async () => {
  const { turns, rest, asked, statuses } = setUp([failed, failed]);
  turns.open(opening);
  rest();
  await calm();
  rest();
  turns.returned("ses_1", 2000);
  rest();
  await calm();
  expect(asked.map(({ since, promptedAt }) => [since, promptedAt])).toEqual([
    [1000, 1000],
    [1000, 2000],
  ]);
  expect(statuses()).toEqual(["returned", "unmet"]);
});

test("a gate that breaks down is reported, and not as accepted", async () => {
  const { turns, rest, statuses, toasts } = setUp([new Error("out of order")]);
  turns.open(opening);
  rest();
  await calm();
  expect(statuses()).toEqual(["needs_review"]);
  expect(toasts.join("\n")).toContain("out of order");
});

test("where the host gives up before it answers, no answer is waited for", async () => {
  const { turns, giveUp, asked } = setUp([failed]);
  turns.open(opening);
  giveUp("no such model");
  await calm();
  expect(asked.map(({ promptedAt }) => promptedAt)).toEqual([undefined]);
});

test("where the host gives up the correction, the turn ends unmet and says why", async () => {
  const { turns, giveUp, rest, statuses, sent } = setUp([failed]);
  turns.open(opening);
  rest();
  await calm();
  giveUp("no such model");
  await calm();
  expect(statuses()).toEqual(["returned", "unmet"]);
  expect(sent.at(-1)?.shown).toContain("no such model");
});

test("what is closed says nothing any more, and its gate is stopped", async () => {
  const { turns, rest, asked, sent } = setUp([]);
  turns.open(opening);
  rest();
  await calm();
  turns.close();
  rest();
  await calm();
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true]);
  expect(sent).toEqual([]);
});

test("at the end of a run what is left is judged as it is, and everything has been said when that is over", async () => {
  const printed: string[] = [];
  const released: (readonly string[])[] = [];
  const { turns, reports, asked } = setUp([failed], {
    arguments: [],
    print: (text) => void printed.push(text),
    hold: () => undefined,
    release: (statuses) => void released.push(statuses),
  });
  turns.open(opening);
  await turns.finish();
  reports.release();
  expect(asked.map(({ isOver }) => isOver)).toEqual([true]);
  expect(printed.join("\n")).toMatch(/^\[dod-gate status: unmet\]/);
  expect(released).toEqual([["unmet"]]);
});

test("a message of the host while the work is judged voids the verdict where the agent takes it up, and not where it doesn't", async () => {
  const taken = setUp([passed, passed]);
  taken.turns.open(opening);
  taken.rest();
  taken.turns.disturb("ses_1");
  taken.working.add("ses_1");
  await calm();
  expect(taken.statuses()).toEqual([]);
  taken.working.clear();
  taken.rest();
  await calm();
  expect(taken.asked).toHaveLength(2);
  expect(taken.statuses()).toEqual(["accepted"]);

  const left = setUp([passed]);
  left.turns.open(opening);
  left.rest();
  left.turns.disturb("ses_1");
  await calm();
  expect(left.statuses()).toEqual(["accepted"]);
});

test.each<[string, number, (turns: Turns) => void]>([
  ["is stopped by its user", 1, (turns) => turns.apply("ses_1", { kind: "aborted" })],
  ["is taken back", 1, (turns) => turns.takeBack("ses_1")],
  ["is still under way", 0, (turns) => turns.apply("ses_1", { kind: "message" })],
])("what a turn changed that %s is left for somebody to judge: %i", async (_, expected, happen) => {
  const { turns, abandoned } = setUp([]);
  turns.open(opening);
  happen(turns);
  await calm();
  expect(abandoned).toEqual(Array.from({ length: expected }, () => opening.definition));
});

test("what has been done since a failure went back is left as well, and judged work is not", async () => {
  const { turns, rest, abandoned } = setUp([failed, passed]);
  turns.open(opening);
  rest();
  await calm();
  turns.apply("ses_1", { kind: "message" });
  expect(abandoned).toEqual([opening.definition]);
  turns.open(opening);
  rest();
  await calm();
  expect(abandoned).toHaveLength(1);
});

test("a block that joins another keeps what either of them is compared with, the earlier state first", async () => {
  const baselineOf = (limitMs: number) => ({ status: "unchecked", why: { code: "tookTooLong", limitMs } }) as const;
  const { turns, rest, asked } = setUp([passed, passed]);
  const withBaseline = (limitMs: number): Opening => ({
    ...opening,
    definition: { ...opening.definition, baseline: baselineOf(limitMs) },
  });
  for (const first of [opening, withBaseline(1)]) {
    turns.open(first);
    turns.open(withBaseline(2));
    rest();
    await calm();
  }
  expect(asked.map(({ definition }) => definition.baseline)).toEqual([baselineOf(2), baselineOf(1)]);
});
