import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createClock } from "../../src/adapters/clock.ts";
import type { Clock } from "../../src/ports/machine.ts";
import { manualClock } from "../support/manual-clock.ts";

interface Subject {
  readonly name: string;
  make(): { clock: Clock; pass(ms: number): Promise<unknown> };
}

const SUBJECTS: Subject[] = [
  { name: "the real clock", make: () => ({ clock: createClock(), pass: sleep }) },
  {
    name: "the manual clock",
    make() {
      const clock = manualClock();
      return { clock, pass: (ms) => clock.advanceAsync(ms) };
    },
  },
];

describe.each(SUBJECTS)("$name", ({ make }) => {
  it("only goes forward", async () => {
    const { clock, pass } = make();
    const before = clock.now();
    await pass(20);
    expect(clock.now() - before).toBeGreaterThanOrEqual(19);
  });

  it("calls back once, in order of time", async () => {
    const { clock, pass } = make();
    const calls: string[] = [];
    await new Promise<void>((resolve) => {
      clock.after(60, () => {
        calls.push("late");
        resolve();
      });
      clock.after(5, () => calls.push("early"));
      void pass(80);
    });
    await pass(20);
    expect(calls).toEqual(["early", "late"]);
  });

  it("does not call back what was cancelled", async () => {
    const { clock, pass } = make();
    let called = false;
    const cancel = clock.after(5, () => {
      called = true;
    });
    cancel();
    await pass(60);
    cancel();
    expect(called).toBe(false);
  });

  it("does not take a very long time for none", async () => {
    const { clock, pass } = make();
    let called = false;
    const cancel = clock.after(1e12, () => {
      called = true;
    });
    await pass(30);
    cancel();
    expect(called).toBe(false);
  });
});

describe("the manual clock", () => {
  it("stands still by itself, and calls what timers add within the span", () => {
    const clock = manualClock(5);
    const at: number[] = [];
    clock.after(10, () => {
      at.push(clock.now());
      clock.after(10, () => at.push(clock.now()));
    });
    expect([clock.now(), clock.pending]).toEqual([5, 1]);
    clock.advance(30);
    expect([at, clock.now(), clock.pending]).toEqual([[15, 25], 35, 0]);
  });
});
