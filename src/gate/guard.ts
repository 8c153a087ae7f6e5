import { isAbsolute, join, relative, sep } from "node:path";
import type { ChangeAnswer, CheckContext, CheckGuard, Finding } from "../checks/context.ts";
import { stopped } from "../checks/context.ts";
import { type Check, isCommandCheck } from "../dod/dod.ts";
import type { Baseline } from "../integrity/baseline.ts";
import type { CheckFacts, IntegrityEvidence, PlacedRun, RunPlace } from "../integrity/facts.ts";
import type { OracleQuestion, OracleReading } from "../integrity/oracle.ts";
import { readOracles } from "../integrity/oracles.ts";
import type { Suspects } from "../integrity/suspects.ts";
import { withinTime } from "../integrity/within-time.ts";
import type { Clock, FileTree, TreeChange, WorkState } from "../ports.ts";
import { Copies, type Leftover } from "./copies.ts";
import { decideByBaseline } from "./decide-by-baseline.ts";
import { proveFailing } from "./prove-failing.ts";
import { awaitStillness, type Stillness } from "./stillness.ts";

export type TakenBaseline = Extract<Baseline, { status: "taken" }>;

export interface GuardRequest {
  readonly baseline: TakenBaseline;
  /** Where the checks run, links followed. */
  readonly directory: string;
  readonly deliverables: readonly string[];
  /** Stops when nobody waits any more; the gate's budget has no say in this. */
  readonly signal: AbortSignal;
  /** Whether another session is known to have written a file while this one's work was judged. */
  readonly isForeign: (path: string) => boolean;
}

export interface GuardParts {
  readonly clock: Clock;
  readonly suspects: Suspects;
  /** Globs of more oracles, relative to the root. */
  readonly declared: readonly string[];
}

export type GuardOpening =
  | { readonly ok: true; readonly guard: Guard }
  | { readonly ok: false; readonly message: string };

/** Milliseconds for looking at the whole work tree. */
const patienceMs = 30_000;

/** The work as it was handed in, what differs from before it, and what that means for each check. */
interface Handed {
  readonly candidate: WorkState;
  /** Since the dispatch. */
  readonly changes: readonly TreeChange[];
  /** Since whatever is to decide. */
  readonly oracleChanges: readonly TreeChange[];
  readonly before: FileTree;
  readonly after: FileTree;
}

/** Keeps one judgement honest: knows what was there before the work, and sees to it that this is what decides. */
export class Guard implements CheckGuard {
  private readonly request: GuardRequest;
  private readonly parts: GuardParts;
  private readonly handed: Handed;
  private readonly copies: Copies;
  private readonly facts = new Map<Check, CheckFacts>();
  private readonly readings = new Map<Check, OracleReading>();

  private constructor(request: GuardRequest, parts: GuardParts, handed: Handed) {
    this.request = request;
    this.parts = parts;
    this.handed = handed;
    this.copies = new Copies(request.baseline.repository, handed.candidate.beside);
  }

  /** Takes the state of the work as it is now. */
  static async open(request: GuardRequest, parts: GuardParts): Promise<GuardOpening> {
    const { baseline, signal } = request;
    const { repository } = baseline;
    const opening = await withinTime(
      patienceMs,
      parts.clock,
      async (stop): Promise<GuardOpening> => {
        const candidate = await repository.capture(baseline.state, stop);
        if (!candidate.ok) return candidate;
        const { tree } = candidate.value;
        const [changes, oracleChanges, before, after] = await Promise.all([
          repository.compare(baseline.state.tree, tree, stop),
          repository.compare(baseline.oracles, tree, stop),
          repository.files(baseline.oracles, signal),
          repository.files(tree, signal),
        ]);
        if (!changes.ok) return changes;
        if (!oracleChanges.ok) return oracleChanges;
        if (!before.ok) return before;
        if (!after.ok) return after;
        const handed = {
          candidate: candidate.value,
          changes: changes.value,
          oracleChanges: oracleChanges.value,
          before: before.value,
          after: after.value,
        };
        return { ok: true, guard: new Guard(request, parts, handed) };
      },
      signal,
    );
    return opening ?? { ok: false, message: `taking the state of the work took longer than ${patienceMs}ms` };
  }

  async decide(check: Check, inPlace: Finding, context: CheckContext): Promise<Finding> {
    if (!isGuarded(check)) return inPlace;
    const question = this.questionAbout(check, inPlace.command);
    const reading = await readOracles(question);
    this.readings.set(check, reading);
    const ran: PlacedRun[] = [placed("inPlace", inPlace)];
    let finding = inPlace;
    if (context.signal.aborted && inPlace.outcome === "pass") finding = { ...inPlace, ...stopped };
    const { baseline } = this.request;
    const { candidate } = this.handed;
    const trees = { repository: baseline.repository, baseline: baseline.oracles, candidate: candidate.tree };
    const run = { trees, copies: this.copies, context, clock: this.parts.clock };
    const record = (place: RunPlace, found: Finding) => ran.push(placed(place, found));
    if (finding.outcome === "pass") finding = await decideByBaseline(check, finding, { ...run, reading, record });
    if (finding.outcome === "pass" && isCommandCheck(check) && check.failToPass === true)
      finding = await proveFailing(check, finding, { ...run, question, record });
    const { touched, allowed, notes } = reading;
    this.facts.set(check, { check, command: finding.command, touched, allowed, notes, ran });
    return finding;
  }

  /** Whether what is at an absolute path differs from before; `unseen` answers for what is in no tree. */
  async wasChanged(path: string, unseen: () => Promise<ChangeAnswer>): Promise<ChangeAnswer> {
    const way = this.wayTo(path);
    if (way === undefined || !(await this.holds(way))) return unseen();
    const differs = this.handed.changes.some((change) => change.path === way || change.path.startsWith(`${way}/`));
    if (!differs) return "unchanged";
    return (await unseen()) === "changed" ? "changed" : "observed";
  }

  /** Whether `settle` would notice that an absolute path changes. */
  covers(path: string): boolean {
    const way = this.wayTo(path);
    return way !== undefined && !this.isBeside(way) && !this.handed.candidate.ignored.has(way);
  }

  /** Whether the work stood still while it was judged. */
  async settle(): Promise<Stillness> {
    const { baseline, isForeign, signal } = this.request;
    const { clock } = this.parts;
    const isOurs = (path: string) => !isForeign(join(baseline.repository.root, path));
    const stillness = await withinTime(
      patienceMs,
      clock,
      (stop) =>
        awaitStillness({
          repository: baseline.repository,
          since: this.handed.candidate,
          baseline: baseline.state,
          isOurs,
          isOracle: (changes) => this.areOracles(changes),
          clock,
          signal: stop,
        }),
      signal,
    );
    return stillness ?? { status: "unknown", message: `looking at the work again took longer than ${patienceMs}ms` };
  }

  /** Ends it: no check runs any more. What the verdict was decides which files the next dispatch takes as they are. */
  async close(isAccepted: boolean): Promise<Leftover[]> {
    const { baseline } = this.request;
    const { root } = baseline.repository;
    const readings = [...this.readings.values()];
    const touched = readings.flatMap((reading) => reading.touched.map(({ path }) => path));
    const allowed = readings.flatMap((reading) => reading.allowed);
    if (isAccepted) this.parts.suspects.forget(root, [...touched, ...allowed]);
    else {
      const clean = baseline.oracles;
      this.parts.suspects.remember(root, { clean, dirty: this.handed.candidate.tree, paths: touched });
    }
    return this.copies.remove();
  }

  async evidence(): Promise<IntegrityEvidence> {
    const { baseline, signal } = this.request;
    const { candidate } = this.handed;
    const hash = await withinTime(
      patienceMs,
      this.parts.clock,
      (stop) => baseline.repository.hashPatch(baseline.state.tree, candidate.tree, stop),
      signal,
    );
    return {
      baseline: baseline.state.tree,
      candidate: candidate.tree,
      ...(hash?.ok ? { patchHash: hash.value } : {}),
      checks: [...this.facts.values()],
    };
  }

  private questionAbout(check: Check, command: string | undefined, changes?: readonly TreeChange[]): OracleQuestion {
    const { oracleChanges, before, after } = this.handed;
    return {
      changes: changes ?? oracleChanges,
      baseline: before,
      candidate: after,
      check,
      command,
      base: this.wayTo(this.request.directory) ?? "",
      deliverables: this.request.deliverables,
      declared: this.parts.declared,
    };
  }

  /** Whether some files that have changed meanwhile decide a check. */
  private async areOracles(changes: readonly TreeChange[]): Promise<boolean> {
    for (const { check, command } of this.facts.values()) {
      const { touched } = await readOracles(this.questionAbout(check, command, changes));
      if (touched.length > 0) return true;
    }
    return false;
  }

  /** A path relative to the root, with `/`; undefined where it lies elsewhere. */
  private wayTo(path: string): string | undefined {
    const way = relative(this.request.baseline.repository.root, path);
    if (way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way)) return undefined;
    return sep === "/" ? way : way.replaceAll(sep, "/");
  }

  private async holds(way: string): Promise<boolean> {
    const paths = await this.handed.after.list();
    return way === "" || paths.some((path) => path === way || path.startsWith(`${way}/`));
  }

  private isBeside(way: string): boolean {
    return this.handed.candidate.beside.some((path) => way === path || way.startsWith(`${path}/`));
  }
}

/** Whether a check rests on files besides the one that it looks at. */
function isGuarded(check: Check): boolean {
  if (isCommandCheck(check)) return true;
  return check.kind === "schemaMatch" && !check.schema.trimStart().startsWith("{");
}

function placed(place: RunPlace, { outcome, run }: Finding): PlacedRun {
  return { place, outcome, exitCode: run?.exitCode ?? null };
}
