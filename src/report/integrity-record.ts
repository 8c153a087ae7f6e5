import type { IntegrityEvidence, RunPlace } from "../integrity/facts.ts";
import type { TouchedOracle } from "../integrity/oracle.ts";

/** What a verdict rests on, as programs read it. */
export interface IntegrityRecord {
  /** Names of git trees: what the work tree held when the work was dispatched, and when it was handed in. */
  readonly baseline: string;
  readonly candidate: string;
  /** SHA-256 of the binary patch between the two, in hex; absent where it could not be had. */
  readonly patchHash?: string;
  /** What decides checks and was changed by the work. */
  readonly touched: readonly TouchedOracle[];
  /** The same, as far as `allowEdit` lets it. */
  readonly allowed: readonly string[];
  /** Where each command ran, in order. */
  readonly ran: readonly RunRecord[];
}

export interface RunRecord {
  readonly kind: string;
  readonly command?: string;
  /** `inPlace`, `baselineOracles` (a copy with the tests and configuration from before) or `withoutChange`. */
  readonly where: RunPlace;
  readonly outcome: "pass" | "fail" | "error";
  readonly exitCode: number | null;
}

/** A record stays in the session: what is named in it is bounded. */
const mostNamed = 50;

export function recordIntegrity({ baseline, candidate, patchHash, checks }: IntegrityEvidence): IntegrityRecord {
  const touched = new Map(checks.flatMap((facts) => facts.touched.map((oracle) => [oracle.path, oracle] as const)));
  return {
    baseline,
    candidate,
    ...(patchHash === undefined ? {} : { patchHash }),
    touched: [...touched.values()].slice(0, mostNamed),
    allowed: [...new Set(checks.flatMap((facts) => facts.allowed))].slice(0, mostNamed),
    ran: checks.flatMap(({ check, command, ran }) =>
      ran.map(({ place, outcome, exitCode }) => ({
        kind: check.kind,
        ...(command === undefined ? {} : { command }),
        where: place,
        outcome,
        exitCode,
      })),
    ),
  };
}
