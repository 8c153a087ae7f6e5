import { beforeEach, describe, expect, it } from "vitest";
import type { ProcessRow } from "../../../src/adapters/process/proc.ts";
import { type Killing, ProcessHunt } from "../../../src/adapters/process/process-hunt.ts";

const ROOT = 100;
const SINCE = 1000;

/** A process of somebody else, unless said otherwise: older parents, own session and group, no mark. */
function row(pid: number, more: Partial<ProcessRow> = {}): ProcessRow {
  return { pid, parent: 1, group: pid, session: pid, startedAt: SINCE + pid, ...more };
}

let killed: number[];
let bearers: Map<number, boolean | undefined>;
let kill: (row: ProcessRow) => Killing;
let isReplaced: boolean;
let hunt: ProcessHunt;

beforeEach(() => {
  killed = [];
  bearers = new Map();
  kill = () => "sent";
  isReplaced = false;
  hunt = new ProcessHunt({
    root: ROOT,
    since: SINCE,
    isReplaced: () => isReplaced,
    bears: ({ pid }) => (bearers.has(pid) ? bearers.get(pid) : false),
    kill(victim) {
      killed.push(victim.pid);
      return kill(victim);
    },
  });
});

function pass(rows: ProcessRow[], killing = true) {
  hunt.begin();
  for (const each of rows) hunt.meet(each, killing);
  return hunt.end(killing);
}

describe("a hunt kills (R001-30)", () => {
  it("the program itself, its group and its session", () => {
    const sighting = pass([row(ROOT), row(101, { group: ROOT, session: ROOT }), row(102, { session: ROOT })]);
    expect(killed.sort()).toEqual([ROOT, 101, 102]);
    expect(sighting).toEqual({ living: 3, doubtful: false });
  });

  it("what bears the run's mark, wherever it is", () => {
    bearers.set(200, true);
    pass([row(200), row(201)]);
    expect(killed).toEqual([200]);
  });

  it("descendants of what it has found, in whatever order it meets them", () => {
    pass([row(ROOT), row(300, { parent: 200 }), row(200, { parent: ROOT }), row(400, { parent: 300 })]);
    expect(killed.sort()).toEqual([ROOT, 200, 300, 400]);
  });

  it("in a later pass, what it has seen as a descendant before, although the parent has gone", () => {
    pass([row(ROOT), row(200, { parent: ROOT })], false);
    expect(killed).toEqual([]);
    pass([row(200)]);
    expect(killed).toEqual([200]);
  });

  it("in a later pass, the session of what it has found", () => {
    pass([row(ROOT), row(200, { parent: ROOT })], false);
    pass([row(201, { session: 200 })]);
    expect(killed).toEqual([201]);
  });
});

describe("a hunt spares", () => {
  it("everything of others", () => {
    expect(pass([row(200), row(201, { group: 200, session: 200 }), row(202, { parent: 200 })])).toEqual({
      living: 0,
      doubtful: false,
    });
    expect(killed).toEqual([]);
  });

  it("what is older than the program, whatever else speaks against it", () => {
    bearers.set(200, true);
    pass([row(200, { startedAt: SINCE - 1 }), row(201, { session: ROOT, startedAt: SINCE - 1 })]);
    expect(killed).toEqual([]);
  });

  it("itself and the first process", () => {
    pass([row(process.pid, { session: ROOT }), row(1, { session: ROOT }), row(0, { session: ROOT })]);
    expect(killed).toEqual([]);
  });

  it("a stranger that has got the ended program's number, and its group", () => {
    isReplaced = true;
    pass([row(ROOT), row(101, { group: ROOT, session: ROOT })]);
    expect(killed).toEqual([]);
  });

  it("a stranger that has got the number of a process found before", () => {
    pass([row(ROOT), row(200, { parent: ROOT, group: ROOT, session: ROOT })], false);
    pass([row(200, { startedAt: SINCE + 5000 })]);
    expect(killed).toEqual([]);
  });
});

describe("a hunt sums up", () => {
  it("not counting, nor trying again, what it may not kill", () => {
    kill = () => "forbidden";
    bearers.set(200, true);
    expect(pass([row(200)])).toEqual({ living: 0, doubtful: false });
  });

  it("that it couldn't tell whose a process is", () => {
    bearers.set(200, undefined);
    expect(pass([row(200)])).toEqual({ living: 0, doubtful: true });
  });

  it("nothing doubtful where something else has told", () => {
    bearers.set(200, undefined);
    expect(pass([row(200, { session: ROOT })])).toEqual({ living: 1, doubtful: false });
  });
});
