import { type Check, isCommandCheck } from "../dod/dod.ts";
import { type CheckContext, type Finding, stopped } from "./context.ts";
import { runCheck } from "./registry.ts";
import type { CheckResult } from "./result.ts";

/**
 * Runs every check and gives the results in the author's order. They run side by side, except that a file check waits for
 * the commands written above it, which may make the file, and every check for each `buildPasses` written above it.
 */
export async function runChecks(checks: readonly Check[], context: CheckContext): Promise<CheckResult[]> {
  const results: Promise<CheckResult>[] = [];
  for (const check of checks) {
    const awaited = results.filter((_, earlier) => mustWaitFor(check, checks[earlier]));
    results.push(Promise.all(awaited).then(() => runOne(check, context)));
  }
  return Promise.all(results);
}

function mustWaitFor(check: Check, earlier: Check | undefined): boolean {
  if (earlier === undefined) return false;
  return earlier.kind === "buildPasses" || (!isCommandCheck(check) && isCommandCheck(earlier));
}

/** The one place where an unexpected exception becomes a result. */
async function runOne(check: Check, context: CheckContext): Promise<CheckResult> {
  const started = context.clock.now();
  const finding = await find(check, context);
  const result = { durationMs: context.clock.now() - started, ...finding, check };
  context.onResult?.(result);
  return result;
}

async function find(check: Check, context: CheckContext): Promise<Finding> {
  if (context.signal.aborted) return stopped;
  try {
    const inPlace = await runCheck(check, context);
    return context.guard === undefined
      ? withoutProof(check, inPlace)
      : await context.guard.decide(check, inPlace, context);
  } catch (error) {
    return { outcome: "error", reason: { code: "crashed", message: messageOf(error) } };
  }
}

/** Where nobody knows what was there before the work, nothing shows that a check fails without it. */
function withoutProof(check: Check, finding: Finding): Finding {
  if (!isCommandCheck(check) || check.failToPass !== true || finding.outcome !== "pass") return finding;
  return { ...finding, outcome: "error", reason: { code: "failToPassUnproved", why: { code: "noBaseline" } } };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
