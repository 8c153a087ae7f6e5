import type { IntegrityEvidence } from "../integrity/facts.ts";
import type { VerdictNote } from "./verdict.ts";

/** What a reader has to know of how the checks were decided, each thing once. */
export function integrityNotes({ checks }: IntegrityEvidence): VerdictNote[] {
  const touched = unique(
    checks.flatMap((facts) => facts.touched),
    ({ path }) => path,
  );
  const allowed = unique(
    checks.flatMap((facts) => facts.allowed),
    (path) => path,
  );
  const notes = unique(
    checks.flatMap((facts) => facts.notes),
    (note) => JSON.stringify(note),
  );
  return [
    ...(touched.length === 0 ? [] : [{ code: "oraclesTouched", touched } as const]),
    ...(allowed.length === 0 ? [] : [{ code: "editsAllowed", paths: allowed } as const]),
    ...notes.map((note) => ({ code: "oracles", note }) as const),
  ];
}

function unique<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}
