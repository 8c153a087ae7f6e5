import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RunQueue } from "../../src/checks/run-queue.ts";
import { Slots } from "../../src/checks/slots.ts";
import { manualClock } from "../support/manual-clock.ts";

interface Run {
  readonly key: string;
  readonly workspace: string;
  readonly startedAt: number;
  endedAt?: number;
  stopped?: boolean;
}

/** A queue whose runs take a fixed time, and give themselves as their value. */
function workshop(runMs: number) {
  const clock = manualClock();
  const queue = new RunQueue<Run>();
  const runs: Run[] = [];
  const request = (key: string, options: { workspace?: string; signal?: AbortSignal; onStart?: () => void } = {}) => {
    const { workspace = "/code", signal = new AbortController().signal, onStart = () => undefined } = options;
    return queue.enqueue({
      workspace,
      key,
      signal,
      onStart,
      run: (stop) =>
        new Promise((resolve) => {
          const run: Run = { key, workspace, startedAt: clock.now() };
          runs.push(run);
          const finish = (stopped: boolean) => {
            Object.assign(run, { endedAt: clock.now(), stopped });
            resolve(run);
          };
          const cancel = clock.after(runMs, () => finish(false));
          stop.addEventListener("abort", () => {
            cancel();
            finish(true);
          });
        }),
    });
  };
  return { clock, queue, runs, request };
}

describe("the queue of runs in a workspace (R002-39)", () => {
  it("lets equal requests that wait together share one run", async () => {
    const { clock, runs, request, queue } = workshop(1000);
    const first = request("test");
    const others = [request("test"), request("test"), request("test")];
    await clock.advanceAsync(2000);
    expect(runs.map(({ startedAt }) => startedAt)).toEqual([0, 1000]);
    expect(await first).toMatchObject({ status: "done", value: { startedAt: 0 } });
    for (const other of others) expect(await other).toMatchObject({ status: "done", value: { startedAt: 1000 } });
    expect(queue.size).toBe(0);
  });

  it("never overlaps runs of one workspace, and lets other workspaces be", async () => {
    const { clock, runs, request } = workshop(1000);
    const all = [request("test"), request("build"), request("lint"), request("test", { workspace: "/other" })];
    await clock.advanceAsync(3000);
    await Promise.all(all);
    expect(runs.map(({ key, workspace, startedAt }) => `${workspace} ${key} ${startedAt}`)).toEqual([
      "/code test 0",
      "/other test 0",
      "/code build 1000",
      "/code lint 2000",
    ]);
  });

  it("tells a waiter when its run begins and not when it asks", async () => {
    const { clock, request } = workshop(1000);
    const starts: number[] = [];
    const onStart = () => starts.push(clock.now());
    const all = [request("a", { onStart }), request("b", { onStart }), request("b", { onStart })];
    await clock.advanceAsync(2000);
    await Promise.all(all);
    expect(starts).toEqual([0, 1000, 1000]);
  });

  it("withdraws one waiter and leaves the others theirs", async () => {
    const { clock, runs, request } = workshop(1000);
    const abort = new AbortController();
    const impatient = request("test", { signal: abort.signal });
    const running = request("build");
    const sharing = [request("lint", { signal: abort.signal }), request("lint")];
    await clock.advanceAsync(500);
    abort.abort();
    expect(await impatient).toEqual({ status: "withdrawn" });
    expect(await sharing[0]).toEqual({ status: "withdrawn" });
    await clock.advanceAsync(3000);
    expect(await running).toMatchObject({ status: "done" });
    expect(await sharing[1]).toMatchObject({ status: "done", value: { stopped: false } });
    expect(runs[0]).toMatchObject({ key: "test", stopped: true, endedAt: 500 });
  });

  it("lets a run go on that somebody still waits for", async () => {
    const { clock, runs, request } = workshop(1000);
    void request("block");
    const abort = new AbortController();
    const both = [request("test", { signal: abort.signal }), request("test")];
    await clock.advanceAsync(1500);
    abort.abort();
    await clock.advanceAsync(1000);
    expect(await both[0]).toEqual({ status: "withdrawn" });
    expect(await both[1]).toMatchObject({ status: "done", value: { stopped: false, endedAt: 2000 } });
    expect(runs).toHaveLength(2);
  });

  it("never starts what nobody waits for any more, and forgets it", async () => {
    const { clock, queue, runs, request } = workshop(1000);
    const abort = new AbortController();
    const first = request("test");
    const second = request("build", { signal: abort.signal });
    abort.abort();
    expect(await second).toEqual({ status: "withdrawn" });
    expect(await request("late", { signal: abort.signal })).toEqual({ status: "withdrawn" });
    await clock.advanceAsync(1000);
    await first;
    expect(runs.map(({ key }) => key)).toEqual(["test"]);
    expect(queue.size).toBe(0);
  });

  it("goes on after a run that throws and a hook that throws", async () => {
    const queue = new RunQueue<string>();
    const { signal } = new AbortController();
    const request = (run: () => Promise<string>, onStart: () => void = () => undefined) =>
      queue.enqueue({ workspace: "/w", key: String(run), signal, onStart, run });
    const thrown = request(() => Promise.reject(new Error("broken")));
    const hooked = request(
      async () => "unwanted",
      () => {
        throw new Error("hook");
      },
    );
    const fine = request(async () => "fine");
    await expect(thrown).rejects.toThrow("broken");
    await expect(hooked).rejects.toThrow("hook");
    expect(await fine).toEqual({ status: "done", value: "fine" });
    await new Promise((resolve) => setImmediate(resolve));
    expect(queue.size).toBe(0);
  });

  it("serves every request by a run that began at or after it, five within 1.5 s by three runs at most", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(1500), { minLength: 5, maxLength: 5 }),
        fc.integer({ min: 760, max: 5000 }),
        async (arrivals, runMs) => {
          const { clock, queue, runs, request } = workshop(runMs);
          const served: Promise<void>[] = [];
          for (const at of arrivals) {
            clock.after(at, () => {
              const asked = clock.now();
              served.push(
                request("test").then((outcome) => {
                  expect(outcome.status).toBe("done");
                  if (outcome.status === "done") expect(outcome.value.startedAt).toBeGreaterThanOrEqual(asked);
                }),
              );
            });
          }
          await clock.advanceAsync(1500 + 3 * runMs);
          expect(served).toHaveLength(5);
          await Promise.all(served);
          expect(runs.length).toBeLessThanOrEqual(3);
          expect(queue.size).toBe(0);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("slots", () => {
  it("let so many in at once, the others in order", async () => {
    const slots = new Slots(2);
    const { signal } = new AbortController();
    const entered: number[] = [];
    const enter = async (who: number) => {
      const giveBack = await slots.take(signal);
      entered.push(who);
      return giveBack;
    };
    const first = enter(1);
    const second = enter(2);
    const third = enter(3);
    const fourth = enter(4);
    const giveBack = await first;
    await second;
    expect(entered).toEqual([1, 2]);
    giveBack?.();
    giveBack?.();
    await third;
    expect(entered).toEqual([1, 2, 3]);
    (await second)?.();
    await fourth;
    expect(entered).toEqual([1, 2, 3, 4]);
  });

  it("forget who stops waiting", async () => {
    const slots = new Slots(1);
    const abort = new AbortController();
    const giveBack = await slots.take(new AbortController().signal);
    const impatient = slots.take(abort.signal);
    abort.abort();
    expect(await impatient).toBeUndefined();
    expect(await slots.take(abort.signal)).toBeUndefined();
    giveBack?.();
    expect(await slots.take(new AbortController().signal)).toBeTypeOf("function");
  });
});
