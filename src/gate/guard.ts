import { join } from "node:path";
import { type ChangeAnswer, type CheckContext, type CheckGuard, type Finding, stopped } from "../checks/context.ts";
import { type Check, isCommandCheck } from "../dod/dod.ts";
import type { TakenBaseline } from "../integrity/baseline.ts";
import type { CheckFacts, IntegrityEvidence, PlacedRun, RunPlace } from "../integrity/facts.ts";
import type { OracleQuestion, OracleReading } from "../integrity/oracle.ts";
import type { Suspects } from "../integrity/suspects.ts";
import { withinTime } from "../integrity/within-time.ts";
import type { Clock, Files } from "../ports/machine.ts";
import { Copies, type Leftover } from "./copies.ts";
import { decideByBaseline } from "./decide-by-baseline.ts";
import { HandedWork, patienceMs } from "./handed-work.ts";
import { OracleQuestions, type OracleScope } from "./oracle-questions.ts";
import { proveFailing } from "./prove-failing.ts";
import { awaitStillness, type Stillness } from "./stillness.ts";

export interface GuardRequest extends Omit<OracleScope, "declared"> {
  readonly baseline: TakenBaseline;
  /** Whether every check has to pass in a copy too, where nothing reaches it that changes files in place. */
  readonly alwaysCopies: boolean;
  /** Stops when nobody waits any more; the gate's budget has no say in this. */
  readonly signal: AbortSignal;
  /** Whether another session is known to have written a file while this one's work was judged. */
  readonly isForeign: (path: string) => boolean;
}

export interface GuardParts extends Pick<OracleScope, "declared"> {
  readonly clock: Clock;
  readonly suspects: Suspects;
}

export type GuardOpening =
  | { readonly ok: true; readonly guard: Guard }
  | { readonly ok: false; readonly message: string };

/** Keeps one judgement honest: knows what was there before the work, and sees to it that this is what decides. */
export class Guard implements CheckGuard {
  private readonly request: GuardRequest;
  private readonly parts: GuardParts;
  private readonly work: HandedWork;
  private readonly questions: OracleQuestions;
  private readonly copies: Copies;
  /** Known since a check was decided. */
  private files: Files | undefined;
  private readonly facts = new Map<Check, CheckFacts>();

  private constructor(request: GuardRequest, parts: GuardParts, work: HandedWork) {
    this.request = request;
    this.parts = parts;
    this.work = work;
    this.questions = new OracleQuestions(work, { ...request, ...parts });
    const { candidate, planted } = work.comparison;
    const beside = candidate.beside.filter((path) => !planted.includes(path));
    this.copies = new Copies(request.baseline.repository, beside);
  }

  static async open(request: GuardRequest, parts: GuardParts): Promise<GuardOpening> {
    const work = await HandedWork.take(request.baseline, parts.clock, request.signal);
    return work.ok ? { ok: true, guard: new Guard(request, parts, work.value) } : work;
  }

  async decide(check: Check, inPlace: Finding, context: CheckContext): Promise<Finding> {
    if (!this.questions.concern(check)) return inPlace;
    this.files = context.files;
    const question = this.questions.about(check, inPlace.command);
    const reading = await this.questions.read(question);
    const ran: PlacedRun[] = [placed("inPlace", inPlace)];
    const finding = await this.decideRun(check, inPlace, { question, reading, context, ran });
    const { touched, allowed, notes } = reading;
    this.facts.set(check, { check, command: finding.command, touched, allowed, notes, ran });
    return finding;
  }

  /** Whether the work changed what is at an absolute path: no, where nothing differs, else what the host's record says. */
  wasChanged(path: string, recorded: () => Promise<ChangeAnswer>): Promise<ChangeAnswer> {
    return this.work.wasChanged(path, recorded);
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
        isOracle: (changes) => this.questions.decideAny(changes, this.facts.values()),
        mayRewrite: alwaysCopies,
        isOutput: async (path) => this.files !== undefined && this.copies.wroteIn(path, this.files),
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
    const { candidate, oracleChanges } = this.work.comparison;
    if (isAccepted)
      suspects.forget(
        this.work.root,
        oracleChanges.map(({ path }) => path),
      );
    else {
      const touched = [...this.facts.values()].flatMap((each) => each.touched.map(({ path }) => path));
      const dirty = candidate.tree;
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
}

interface Deciding {
  readonly question: OracleQuestion;
  readonly reading: OracleReading;
  readonly context: CheckContext;
  readonly ran: PlacedRun[];
}

function placed(place: RunPlace, { outcome, run }: Finding): PlacedRun {
  return { place, outcome, exitCode: run?.exitCode ?? null };
}
