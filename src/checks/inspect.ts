import type { FileCheck } from "../dod/dod.ts";
import { type CheckContext, type Finding, stopped } from "./context.ts";
import { untilAborted } from "./until-aborted.ts";

/** Does a file check's work within the gate's budget, and stops waiting for it when nobody wants the answer any more. */
export async function inspect(check: FileCheck, context: CheckContext, work: () => Promise<Finding>): Promise<Finding> {
  const end = context.beginWork?.(check);
  try {
    return (await untilAborted(work(), context.signal)) ?? stopped;
  } finally {
    end?.();
  }
}
