import type { VerdictNote } from "../gate/verdict.ts";
import type { Unchecked } from "../integrity/baseline.ts";
import type { OracleNote, OracleReason, TouchedOracle } from "../integrity/oracle.ts";
import { listPaths } from "./path-list.ts";
import { quote } from "./quote.ts";

type IntegrityNote = Extract<
  VerdictNote,
  { code: "integrityUnchecked" | "oraclesTouched" | "editsAllowed" | "oracles" | "leftByChecks" | "copyLeft" }
>;

export function describeIntegrityNote(note: IntegrityNote): string {
  switch (note.code) {
    case "integrityUnchecked":
      return `integrity not checked: ${describeUnchecked(note.why)}`;
    case "oraclesTouched":
      return `the work changed what decides it, so the tests and configuration from before decided as well: ${describeTouched(note.touched)}; if that was asked for, allowEdit="<glob>" on the check says so`;
    case "editsAllowed":
      return `changed, as allowEdit lets it: ${listPaths(note.paths)}`;
    case "oracles":
      return describeOracleNote(note.note);
    case "leftByChecks":
      return `files appeared while the work was judged, or were written by its checks: ${listPaths(note.paths)}`;
    case "copyLeft":
      return `a copy of the work tree could not be removed and is kept at ${quote(note.path)} (${quote(note.message)})`;
  }
}

function describeUnchecked(why: Unchecked): string {
  switch (why.code) {
    case "noRepository":
      return "this is no git work tree, so nothing tells whether tests or configuration were changed";
    case "dispatchUnseen":
      return "the dispatch was not seen, so nothing is known of the state before the work";
    case "tookTooLong":
      return `taking the state before the work took longer than ${why.limitMs}ms`;
    case "failed":
      return `the state before the work could not be taken (${quote(why.message)})`;
  }
}

const mostTouched = 20;

function describeTouched(touched: readonly TouchedOracle[]): string {
  const named = touched
    .slice(0, mostTouched)
    .map(({ path, status, why }) => `${quote(path)} (${status}, ${reasons[why]})`);
  const rest = touched.length - named.length;
  return rest > 0 ? `${named.join(", ")} and ${rest} more` : named.join(", ");
}

const reasons: Record<OracleReason, string> = {
  script: "script",
  manifest: "package.json",
  lockfile: "lockfile",
  packageManagerConfig: "package manager's configuration",
  toolConfig: "tool's configuration",
  test: "test",
  snapshot: "snapshot",
  namedByScript: "named by a script",
  schema: "schema",
  declared: "declared",
  repositoryRules: "git's rules",
};

function describeOracleNote(note: OracleNote): string {
  switch (note.code) {
    case "newScript":
      return `there was no script "${quote(note.script)}" before the work, so the work's own script decided: look at it`;
    case "testsLaidAside":
      return `new tests that rest on what was put back ran in place alone: ${listPaths(note.paths)}`;
    case "lockfileFollows":
      return `${quote(note.path)} changed together with the dependencies that it locks, and was left as it is`;
    case "unusableGlob":
      return `the glob "${quote(note.glob)}" can't be used, and declares nothing`;
    case "searchCutShort":
      return "there were more files behind the check than are followed; changes of the rest are not seen";
  }
}
