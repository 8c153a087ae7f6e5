import { isAbsolute, relative, sep } from "node:path";
import type { ChangeAnswer } from "../checks/context.ts";
import type { TakenBaseline } from "../integrity/baseline.ts";
import { findPlantedModules } from "../integrity/planted-modules.ts";
import { withinTime } from "../integrity/within-time.ts";
import type { Clock } from "../ports/machine.ts";
import type { Answer, FileTree, TreeChange, WorkState } from "../ports/repository.ts";

/** Milliseconds for looking at the whole work tree. */
export const patienceMs = 30_000;

interface Comparison {
  readonly candidate: WorkState;
  /** Since the dispatch. */
  readonly changes: readonly TreeChange[];
  /** Since whatever is to decide. */
  readonly oracleChanges: readonly TreeChange[];
  readonly before: FileTree;
  readonly after: FileTree;
  /** Folders of packages that the work has put where none belong. */
  readonly planted: readonly string[];
}

/** The work as it was handed in, compared with what was there before it. */
export class HandedWork {
  readonly baseline: TakenBaseline;
  readonly comparison: Comparison;

  private constructor(baseline: TakenBaseline, comparison: Comparison) {
    this.baseline = baseline;
    this.comparison = comparison;
  }

  /** Takes the state of the work as it is now. */
  static async take(baseline: TakenBaseline, clock: Clock, signal: AbortSignal): Promise<Answer<HandedWork>> {
    const taken = await withinTime(patienceMs, clock, (stop) => compare(baseline, stop), signal);
    if (taken === undefined) {
      return { ok: false, why: "stopped", message: `taking the state of the work took longer than ${patienceMs}ms` };
    }
    return taken.ok ? { ok: true, value: new HandedWork(baseline, taken.value) } : taken;
  }

  get root(): string {
    return this.baseline.repository.root;
  }

  /** A path relative to the root, with `/`; undefined where it lies elsewhere. */
  wayTo(path: string): string | undefined {
    const way = relative(this.root, path);
    if (way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way)) return undefined;
    return sep === "/" ? way : way.replaceAll(sep, "/");
  }

  /** Whether the work changed what is at an absolute path: no, where nothing differs, else what the host's record says. */
  async wasChanged(path: string, recorded: () => Promise<ChangeAnswer>): Promise<ChangeAnswer> {
    const way = this.wayTo(path);
    if (way === undefined || !(await this.holds(way))) return recorded();
    const isBelow = (changed: string) => way === "" || changed === way || changed.startsWith(`${way}/`);
    // Who made a difference stands in no tree.
    return this.comparison.changes.some((change) => isBelow(change.path)) ? recorded() : "unchanged";
  }

  /** Whether a change of what is at an absolute path is seen in the trees. */
  covers(path: string): boolean {
    const way = this.wayTo(path);
    if (way === undefined || this.comparison.candidate.ignored.has(way)) return false;
    return !this.comparison.candidate.beside.some((other) => way === other || way.startsWith(`${other}/`));
  }

  private async holds(way: string): Promise<boolean> {
    const paths = await this.comparison.after.list();
    return way === "" || paths.some((path) => path === way || path.startsWith(`${way}/`));
  }
}

async function compare(baseline: TakenBaseline, stop: AbortSignal): Promise<Answer<Comparison>> {
  const { repository } = baseline;
  const candidate = await repository.capture({ since: baseline.state }, stop);
  if (!candidate.ok) return candidate;
  const { tree } = candidate.value;
  const [changes, oracleChanges, before, after] = await Promise.all([
    repository.compare(baseline.state.tree, tree, stop),
    repository.compare(baseline.oracles, tree, stop),
    repository.files(baseline.oracles, stop),
    repository.files(tree, stop),
  ]);
  if (!changes.ok) return changes;
  if (!oracleChanges.ok) return oracleChanges;
  if (!before.ok) return before;
  if (!after.ok) return after;
  const planted = findPlantedModules(baseline.state, candidate.value, await before.value.list());
  const value = {
    planted,
    candidate: candidate.value,
    changes: changes.value,
    oracleChanges: oracleChanges.value,
    before: before.value,
    after: after.value,
  };
  return { ok: true, value };
}
