import type { CheckResult } from "../checks/result.ts";
import type { Check } from "../dod/dod.ts";
import type { Phase } from "../gate/delegation.ts";
import { renderResult, renderUnderWay } from "../report/check-progress.ts";
import { scrub } from "../scrub/scrub.ts";
import { scrubAll } from "../scrub/scrub-all.ts";
import type { Output } from "./output.ts";

/** Shows on standard error how far the checks are. */
export interface Progress {
  readonly phase: (phase: Phase) => void;
  readonly result: (result: CheckResult) => void;
  readonly end: () => void;
}

/** On a terminal one line that is written again and again, elsewhere a line for each check that has an answer. */
export function createProgress({ err }: { readonly err: Output }): Progress {
  const open = new Set<Check>();
  let all = 0;
  const redraw = err.isTerminal ? liveLine(err, () => ({ open: [...open], all })) : undefined;
  return {
    phase(phase) {
      if (phase.kind !== "checking") return;
      for (const check of phase.checks) open.add(check);
      all = phase.checks.length;
      redraw?.begin();
    },
    result(result) {
      // File checks are looked at a second time when the last command has run.
      if (!open.delete(result.check) || redraw !== undefined || isStopped(result)) return;
      err.line(renderResult(scrubAll(result, scrub)));
    },
    end() {
      redraw?.end();
    },
  };
}

function isStopped(result: CheckResult): boolean {
  return result.outcome === "error" && result.reason.code === "stopped";
}

/** Milliseconds between two states of the line; what is over sooner shows none. */
const interval = 500;

const eraseLine = "\r\u001b[K";

function liveLine(err: Output, state: () => { readonly open: readonly Check[]; readonly all: number }) {
  let timer: NodeJS.Timeout | undefined;
  const startedAt = performance.now();
  const draw = () => {
    const text = renderUnderWay({ ...scrubAll(state(), scrub), elapsedMs: performance.now() - startedAt });
    err.write(eraseLine + err.colors.dim(shorten(text, err.width - 1)));
  };
  return {
    begin() {
      timer ??= setInterval(draw, interval);
    },
    end() {
      clearInterval(timer);
      if (timer !== undefined) err.write(eraseLine);
    },
  };
}

/** A line that wraps can't be written over. */
function shorten(text: string, width: number): string {
  const characters = [...text];
  return characters.length <= width ? text : `${characters.slice(0, width - 1).join("")}…`;
}
