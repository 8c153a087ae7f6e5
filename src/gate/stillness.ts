import type { Clock } from "../ports/machine.ts";
import type { Repository, TreeChange, WorkState } from "../ports/repository.ts";

export interface StillnessRequest {
  readonly repository: Repository;
  /** The work as it was when judging began. */
  readonly since: WorkState;
  readonly baseline: WorkState;
  /** Whether nobody else is known to have written a path of the work tree. */
  readonly isOurs: (path: string) => boolean;
  /** Whether something among these changes would decide a check. */
  readonly isOracle: (changes: readonly TreeChange[]) => Promise<boolean>;
  /** Whether files may be rewritten as they were, since what they held meanwhile did not decide. */
  readonly mayRewrite: boolean;
  /** Whether a check is known to write a path by itself. */
  readonly isOutput: (path: string) => Promise<boolean>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Whether the work changed while it was judged. */
export type Stillness =
  /** `left` are new files: what the checks themselves have written. */
  | { readonly status: "still"; readonly left: readonly string[] }
  /** It changed, and then stood still again. */
  | { readonly status: "moved"; readonly paths: readonly string[] }
  /** It goes on changing. */
  | { readonly status: "moving"; readonly paths: readonly string[] }
  | { readonly status: "unknown"; readonly message: string };

/** Milliseconds until a second look at what has changed. */
const pauseMs = 250;

export async function awaitStillness(request: StillnessRequest): Promise<Stillness> {
  const { repository, since, baseline, isOurs, clock, signal } = request;
  const first = await repository.capture({ since: baseline, writtenSince: since.takenAt }, signal);
  if (!first.ok) return { status: "unknown", message: first.message };
  const changes = await changesBetween(since, first.value, request);
  if ("status" in changes) return changes;
  const touched = first.value.rewritten.filter((path) => !first.value.ignored.has(path) && isOurs(path));
  if (changes.length + touched.length === 0) return { status: "still", left: [] };

  await new Promise<void>((resolve) => {
    clock.after(pauseMs, resolve);
  });
  const second = await repository.capture({ since: baseline }, signal);
  if (!second.ok) return { status: "unknown", message: second.message };
  const later = await changesBetween(first.value, second.value, request);
  if ("status" in later) return later;
  if (later.length > 0) return { status: "moving", paths: pathsOf(later) };
  return weigh(changes, touched, request);
}

/** What changed and then stood still. New files are what checks leave; a file that holds what it held may have held something else. */
async function weigh(
  changes: readonly TreeChange[],
  touched: readonly string[],
  { isOracle, isOutput, mayRewrite }: StillnessRequest,
): Promise<Stillness> {
  const added = changes.filter(({ status }) => status === "added");
  const changed = changes.filter(({ status }) => status !== "added");
  const areOutputs = await Promise.all(changed.map(({ path }) => isOutput(path)));
  const outputs = changed.filter((_, index) => areOutputs[index]);
  const others = (await isOracle(outputs)) ? changed : changed.filter((_, index) => !areOutputs[index]);
  if (others.length > 0) return { status: "moved", paths: pathsOf(others) };
  if (await isOracle(added)) return { status: "moved", paths: pathsOf(added) };
  if (!mayRewrite && (await isOracle(touched.map(rewrittenAt)))) return { status: "moved", paths: touched };
  return { status: "still", left: pathsOf([...added, ...outputs]) };
}

function rewrittenAt(path: string): TreeChange {
  return { path, status: "modified", before: "", after: "" };
}

/** Changes that count: what git ignores, tools write as they please. */
async function changesBetween(
  before: WorkState,
  after: WorkState,
  { repository, isOurs, signal }: StillnessRequest,
): Promise<readonly TreeChange[] | Extract<Stillness, { status: "unknown" }>> {
  const answer = await repository.compare(before.tree, after.tree, signal);
  if (!answer.ok) return { status: "unknown", message: answer.message };
  return answer.value.filter(({ path }) => !before.ignored.has(path) && !after.ignored.has(path) && isOurs(path));
}

function pathsOf(changes: readonly TreeChange[]): string[] {
  return changes.map(({ path }) => path);
}
