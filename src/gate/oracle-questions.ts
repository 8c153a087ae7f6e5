import { isAbsolute, posix } from "node:path";
import { type Check, isCommandCheck } from "../dod/dod.ts";
import type { OracleQuestion, OracleReading } from "../integrity/oracle.ts";
import { readOracles } from "../integrity/oracles.ts";
import type { TreeChange } from "../ports/repository.ts";
import type { HandedWork } from "./handed-work.ts";

export interface OracleScope {
  /** Where the block's checks run, links followed. */
  readonly directory: string;
  readonly deliverables: readonly string[];
  /** Globs of more oracles, relative to the root. */
  readonly declared: readonly string[];
}

/** Asks which changed files decide a check. */
export class OracleQuestions {
  private readonly work: HandedWork;
  private readonly scope: OracleScope;

  constructor(work: HandedWork, scope: OracleScope) {
    this.work = work;
    this.scope = scope;
  }

  /** Whether a check rests on files of this work tree besides the one that it looks at. */
  concern(check: Check): boolean {
    if (check.kind === "projectCheck") return this.work.wayTo(check.directory) !== undefined;
    if (isCommandCheck(check)) return true;
    return check.kind === "schemaMatch" && !check.schema.trimStart().startsWith("{");
  }

  about(check: Check, command: string | undefined, changes?: readonly TreeChange[]): OracleQuestion {
    const { oracleChanges, before, after } = this.work.comparison;
    const directory = check.kind === "projectCheck" ? check.directory : this.scope.directory;
    const base = this.work.wayTo(directory) ?? "";
    return {
      changes: changes ?? oracleChanges,
      baseline: before,
      candidate: after,
      check: check.kind === "schemaMatch" ? { ...check, schema: this.belowBase(check.schema, base) } : check,
      command,
      base,
      deliverables: this.scope.deliverables,
      declared: [...this.scope.declared, ...this.declaredBy(check)],
    };
  }

  /** What the work changed. Packages that nobody installed decide what a command finds, and are in no tree. */
  async read(question: OracleQuestion): Promise<OracleReading> {
    const reading = await readOracles(question);
    const { planted } = this.work.comparison;
    if (planted.length === 0 || !isCommandCheck(question.check)) return reading;
    const found = planted.map((path) => ({ path, status: "added", why: "packageManagerConfig" }) as const);
    return { ...reading, touched: [...reading.touched, ...found] };
  }

  /** Whether some files that have been written meanwhile decide one of these checks. */
  async decideAny(
    changes: readonly TreeChange[],
    checks: Iterable<{ readonly check: Check; readonly command: string | undefined }>,
  ): Promise<boolean> {
    // What a manifest held for a moment stands nowhere.
    if (changes.some(({ path, before, after }) => before === after && /(^|\/)package\.json$/i.test(path))) return true;
    for (const { check, command } of checks) {
      const { touched } = await readOracles(this.about(check, command, changes));
      if (touched.length > 0) return true;
    }
    return false;
  }

  /** Files that a project's check names, as globs that fit nothing else. */
  private declaredBy(check: Check): string[] {
    if (check.kind !== "projectCheck") return [];
    return check.oraclePaths.flatMap((path) => this.work.wayTo(path)?.replaceAll(/[*?[\]{}()!+@|]/g, "[$&]") ?? []);
  }

  /** An absolute path in the work tree, as one that is relative to the base directory. */
  private belowBase(path: string, base: string): string {
    const way = isAbsolute(path) ? this.work.wayTo(path) : undefined;
    return way === undefined ? path : posix.relative(base, way);
  }
}
