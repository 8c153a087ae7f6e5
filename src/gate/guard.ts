import { isAbsolute, join, posix } from "node:path";
import { type ChangeAnswer, type CheckContext, type CheckGuard, type Finding, stopped } from "../checks/context.ts";
import { type Check, isCommandCheck } from "../dod/dod.ts";
import type { CheckFacts, IntegrityEvidence, PlacedRun, RunPlace } from "../integrity/facts.ts";
import type { OracleQuestion, OracleReading } from "../integrity/oracle.ts";
import { readOracles } from "../integrity/oracles.ts";
import type { Suspects } from "../integrity/suspects.ts";
import { withinTime } from "../integrity/within-time.ts";
import type { Clock, TreeChange } from "../ports.ts";
import { Copies, type Leftover } from "./copies.ts";
import { decideByBaseline } from "./decide-by-baseline.ts";
import { HandedWork, patienceMs, type TakenBaseline } from "./handed-work.ts";
import { proveFailing } from "./prove-failing.ts";
import { awaitStillness, type Stillness } from "./stillness.ts";

export interface GuardRequest {
  readonly baseline: TakenBaseline;
  /** Where the checks run, links followed. */
  readonly directory: string;
  readonly deliverables: readonly string[];
  /** Whether every check has to pass in a copy too, where nothing reaches it that changes files in place. */
  readonly alwaysCopies: boolean;
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

/** Keeps one judgement honest: knows what was there before the work, and sees to it that this is what decides. */
export class Guard implements CheckGuard {
  private readonly request: GuardRequest;
  private readonly parts: GuardParts;
  private readonly work: HandedWork;
  private readonly copies: Copies;
  private readonly facts = new Map<Check, CheckFacts>();

  private constructor(request: GuardRequest, parts: GuardParts, work: HandedWork) {
    this.request = request;
    this.parts = parts;
    this.work = work;
    const { candidate, planted } = work.comparison;
    const beside = candidate.beside.filter((path) => !planted.includes(path));
    this.copies = new Copies(request.baseline.repository, beside);
  }

  static async open(request: GuardRequest, parts: GuardParts): Promise<GuardOpening> {
    const work = await HandedWork.take(request.baseline, parts.clock, request.signal);
    return work.ok ? { ok: true, guard: new Guard(request, parts, work.value) } : work;
  }

  async decide(check: Check, inPlace: Finding, context: CheckContext): Promise<Finding> {
    if (!this.guards(check)) return inPlace;
    const question = this.questionAbout(check, inPlace.command);
    const reading = this.withPlanted(check, await readOracles(question));
    const ran: PlacedRun[] = [placed("inPlace", inPlace)];
    const finding = await this.decideRun(check, inPlace, { question, reading, context, ran });
    const { touched, allowed, notes } = reading;
    this.facts.set(check, { check, command: finding.command, touched, allowed, notes, ran });
    return finding;
  }

  /** Whether what is at an absolute path differs from before; `unseen` answers for what is in no tree. */
  wasChanged(path: string, unseen: () => Promise<ChangeAnswer>): Promise<ChangeAnswer> {
    return this.work.wasChanged(path, unseen);
  }

  /** Whether `settle` would notice that what is at an absolute path changes. */
  covers(path: string): boolean {
    return this.work.covers(path);
  }

  /** Whether the work stood still while it was judged. */
  async settle(): Promise<Stillness> {
    const { baseline, isForeign, alwaysCopies, signal } = this.request;
    const { clock } = this.parts;
    const look = (stop: AbortSignal) =>
      awaitStillness({
        repository: baseline.repository,
        since: this.work.comparison.candidate,
        baseline: baseline.state,
        isOurs: (path) => !isForeign(join(this.work.root, path)),
        isOracle: (changes) => this.areOracles(changes),
        mayRewrite: alwaysCopies,
        clock,
        signal: stop,
      });
    const stillness = await withinTime(patienceMs, clock, look, signal);
    return stillness ?? { status: "unknown", message: `looking at the work again took longer than ${patienceMs}ms` };
  }

  /**
   * Ends it, when no check runs any more. Whether the work was accepted decides if the next dispatch takes changed tests and
   * configuration for what had always been there.
   */
  async close(isAccepted: boolean): Promise<Leftover[]> {
    const { suspects } = this.parts;
    const facts = [...this.facts.values()];
    const touched = facts.flatMap((each) => each.touched.map(({ path }) => path));
    if (isAccepted) suspects.forget(this.work.root, [...touched, ...facts.flatMap(({ allowed }) => allowed)]);
    else {
      const dirty = this.work.comparison.candidate.tree;
      suspects.remember(this.work.root, { clean: this.request.baseline.oracles, dirty, paths: touched });
    }
    return this.copies.remove();
  }

  async evidence(): Promise<IntegrityEvidence> {
    const { baseline, signal } = this.request;
    const candidate = this.work.comparison.candidate.tree;
    const hash = await withinTime(
      patienceMs,
      this.parts.clock,
      (stop) => baseline.repository.hashPatch(baseline.state.tree, candidate, stop),
      signal,
    );
    return {
      baseline: baseline.state.tree,
      candidate,
      ...(hash?.ok ? { patchHash: hash.value } : {}),
      checks: [...this.facts.values()],
    };
  }

  private async decideRun(
    check: Check,
    inPlace: Finding,
    { question, reading, context, ran }: Deciding,
  ): Promise<Finding> {
    if (inPlace.outcome !== "pass") return inPlace;
    if (context.signal.aborted) return { ...inPlace, ...stopped };
    const { baseline, alwaysCopies } = this.request;
    const run = {
      trees: {
        repository: baseline.repository,
        baseline: baseline.oracles,
        candidate: this.work.comparison.candidate.tree,
      },
      copies: this.copies,
      context,
      clock: this.parts.clock,
      record: (place: RunPlace, finding: Finding) => ran.push(placed(place, finding)),
    };
    const decided = await decideByBaseline(check, inPlace, { ...run, reading, alwaysCopies });
    if (decided.outcome !== "pass" || !isCommandCheck(check) || check.failToPass !== true) return decided;
    return proveFailing(check, decided, { ...run, question });
  }

  private questionAbout(check: Check, command: string | undefined, changes?: readonly TreeChange[]): OracleQuestion {
    const { oracleChanges, before, after } = this.work.comparison;
    const base = this.work.wayTo(directoryOf(check, this.request.directory)) ?? "";
    return {
      changes: changes ?? oracleChanges,
      baseline: before,
      candidate: after,
      check: check.kind === "schemaMatch" ? { ...check, schema: this.belowBase(check.schema, base) } : check,
      command,
      base,
      deliverables: this.request.deliverables,
      declared: [...this.parts.declared, ...this.oraclesOf(check)],
    };
  }

  /** Packages that nobody installed decide what a command finds, and are in no tree. */
  private withPlanted(check: Check, reading: OracleReading): OracleReading {
    const { planted } = this.work.comparison;
    if (planted.length === 0 || !isCommandCheck(check)) return reading;
    const found = planted.map((path) => ({ path, status: "added", why: "packageManagerConfig" }) as const);
    return { ...reading, touched: [...reading.touched, ...found] };
  }

  /** Whether a check rests on files of this work tree besides the one that it looks at. */
  private guards(check: Check): boolean {
    if (check.kind === "projectCheck") return this.work.wayTo(check.directory) !== undefined;
    if (isCommandCheck(check)) return true;
    return check.kind === "schemaMatch" && !check.schema.trimStart().startsWith("{");
  }

  private oraclesOf(check: Check): string[] {
    if (check.kind !== "projectCheck") return [];
    return check.oraclePaths.flatMap((path) => this.work.wayTo(path)?.replaceAll(/[*?[\]{}()!+@|]/g, "[$&]") ?? []);
  }

  /** Whether some files that have been written meanwhile decide a check. */
  private async areOracles(changes: readonly TreeChange[]): Promise<boolean> {
    // What a manifest held for a moment stands nowhere.
    if (changes.some(({ path, before, after }) => before === after && /(^|\/)package\.json$/i.test(path))) return true;
    for (const { check, command } of this.facts.values()) {
      const { touched } = await readOracles(this.questionAbout(check, command, changes));
      if (touched.length > 0) return true;
    }
    return false;
  }

  /** An absolute path in the work tree, as one that is relative to the base directory. */
  private belowBase(path: string, base: string): string {
    const way = isAbsolute(path) ? this.work.wayTo(path) : undefined;
    return way === undefined ? path : posix.relative(base, way);
  }
}

interface Deciding {
  readonly question: OracleQuestion;
  readonly reading: OracleReading;
  readonly context: CheckContext;
  readonly ran: PlacedRun[];
}

function directoryOf(check: Check, directory: string): string {
  return check.kind === "projectCheck" ? check.directory : directory;
}

function placed(place: RunPlace, { outcome, run }: Finding): PlacedRun {
  return { place, outcome, exitCode: run?.exitCode ?? null };
}
