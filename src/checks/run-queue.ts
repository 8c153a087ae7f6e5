export interface RunRequest<Value> {
  /** Runs of one workspace never overlap. */
  readonly workspace: string;
  /** What is run: equal requests that wait together share one run. */
  readonly key: string;
  /** Withdraws this request alone. */
  readonly signal: AbortSignal;
  /** Called when the run that serves this request begins, which may be long after the request. */
  readonly onStart: () => void;
  /** Starts the run; its signal aborts when nobody waits for it any more. */
  readonly run: (signal: AbortSignal) => Promise<Value>;
}

export type QueueOutcome<Value> = { readonly status: "done"; readonly value: Value } | { readonly status: "withdrawn" };

interface Waiter<Value> {
  readonly onStart: () => void;
  readonly done: (value: Value) => void;
  readonly failed: (error: unknown) => void;
}

/** Equal requests, served by one run that begins after all of them. */
interface Batch<Value> {
  readonly key: string;
  readonly run: (signal: AbortSignal) => Promise<Value>;
  readonly waiters: Set<Waiter<Value>>;
  readonly abandonment: AbortController;
}

interface Lane<Value> {
  running: Batch<Value> | undefined;
  readonly waiting: Batch<Value>[];
}

/**
 * One run at a time per workspace. A request joins an equal one that still waits, never a run that has begun: what that
 * one saw may be older than the request.
 */
export class RunQueue<Value> {
  readonly #lanes = new Map<string, Lane<Value>>();

  /** How many workspaces have a run going or waiting. */
  get size(): number {
    return this.#lanes.size;
  }

  enqueue(request: RunRequest<Value>): Promise<QueueOutcome<Value>> {
    if (request.signal.aborted) return Promise.resolve({ status: "withdrawn" });
    const lane = this.#laneOf(request.workspace);
    const batch = batchFor(request, lane);
    const outcome = join(batch, request, () => {
      if (batch.waiters.size === 0) abandon(batch, lane);
    });
    if (lane.running === undefined) this.#startNext(request.workspace, lane);
    return outcome;
  }

  #laneOf(workspace: string): Lane<Value> {
    const lane = this.#lanes.get(workspace) ?? { running: undefined, waiting: [] };
    this.#lanes.set(workspace, lane);
    return lane;
  }

  #startNext(workspace: string, lane: Lane<Value>): void {
    const batch = lane.waiting.shift();
    lane.running = batch;
    if (batch === undefined) {
      this.#lanes.delete(workspace);
      return;
    }
    announce(batch);
    void start(batch).finally(() => this.#startNext(workspace, lane));
  }
}

function batchFor<Value>({ key, run }: RunRequest<Value>, lane: Lane<Value>): Batch<Value> {
  const waiting = lane.waiting.find((batch) => batch.key === key);
  if (waiting !== undefined) return waiting;
  const batch: Batch<Value> = { key, run, waiters: new Set(), abandonment: new AbortController() };
  lane.waiting.push(batch);
  return batch;
}

function join<Value>(
  batch: Batch<Value>,
  request: RunRequest<Value>,
  onLeave: () => void,
): Promise<QueueOutcome<Value>> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      batch.waiters.delete(waiter);
      request.signal.removeEventListener("abort", withdraw);
    };
    const waiter: Waiter<Value> = {
      onStart: request.onStart,
      done: (value) => {
        settle();
        resolve({ status: "done", value });
      },
      failed: (error) => {
        settle();
        reject(error);
      },
    };
    const withdraw = () => {
      settle();
      resolve({ status: "withdrawn" });
      onLeave();
    };
    batch.waiters.add(waiter);
    request.signal.addEventListener("abort", withdraw, { once: true });
  });
}

/** Nobody waits for it any more: a run that goes on is stopped, one that waits is forgotten. */
function abandon<Value>(batch: Batch<Value>, lane: Lane<Value>): void {
  const place = lane.waiting.indexOf(batch);
  if (place === -1) batch.abandonment.abort();
  else lane.waiting.splice(place, 1);
}

/** A waiter whose hook throws is told so, and harms no other. */
function announce<Value>(batch: Batch<Value>): void {
  for (const waiter of [...batch.waiters]) {
    try {
      waiter.onStart();
    } catch (error) {
      waiter.failed(error);
    }
  }
}

async function start<Value>(batch: Batch<Value>): Promise<void> {
  if (batch.waiters.size === 0) return;
  try {
    const value = await batch.run(batch.abandonment.signal);
    for (const waiter of [...batch.waiters]) waiter.done(value);
  } catch (error) {
    for (const waiter of [...batch.waiters]) waiter.failed(error);
  }
}
