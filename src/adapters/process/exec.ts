import type { Exec, ExecOutcome } from "../../ports/machine.ts";
import { AbortWatch } from "./abort-watch.ts";
import { ExitGuard } from "./exit-guard.ts";
import { Run } from "./run.ts";

export interface DisposableExec extends Exec {
  /** Kills everything that runs, as an abort would, and waits for it. Whatever is asked for later ends as aborted. */
  dispose(): Promise<void>;
}

/** Runs programs for real. While any runs, it listens for the end of the host, to take them along. */
export function createExec(): DisposableExec {
  const going = new Map<Run, Promise<ExecOutcome>>();
  const guard = new ExitGuard(() => {
    for (const run of going.keys()) run.killSync();
  });
  const aborts = new AbortWatch();
  let disposed = false;

  return {
    async run(request) {
      const run = new Run(request);
      if (disposed) run.stop("abort");
      const unwatch = aborts.add(request.signal, () => run.stop("abort"));
      const outcome = run.outcome();
      going.set(run, outcome);
      guard.arm();
      try {
        return await outcome;
      } finally {
        unwatch();
        going.delete(run);
        if (going.size === 0) guard.disarm();
      }
    },
    async dispose() {
      disposed = true;
      for (const run of going.keys()) run.stop("abort");
      await Promise.all(going.values());
    },
  };
}
