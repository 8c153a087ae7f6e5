import type { UnknownChange } from "../checks/context.ts";
import type { CheckResult, ErrorReason, FailReason, Target, Unheard } from "../checks/result.ts";
import type { Check, MissingCommand, VerifyFile } from "../dod/dod.ts";
import { describeCommandProblem } from "./command-problems.ts";
import { describeDuration } from "./duration.ts";
import { listPaths } from "./path-list.ts";
import { quote } from "./quote.ts";

/** One check and what became of it, on one line: ``testsPass: `npm test` exited 1 after 12.3s``. */
export function describeCheck(result: CheckResult): string {
  const subject = describeSubject(result);
  switch (result.outcome) {
    case "pass":
      return `${subject} passed`;
    case "fail":
      return `${subject} ${describeFailure(result.reason, result.durationMs)}`;
    case "error":
      return `${subject} ${describeError(result.reason)}`;
  }
}

/** A check that has no result, as its author wrote it. */
export function describeUnrun(check: Check): string {
  switch (check.kind) {
    case "run":
      return `run: \`${quote(check.command)}\``;
    case "testsPass":
    case "buildPasses":
    case "lintClean":
      return check.command === undefined ? check.kind : `${check.kind}: \`${quote(check.command)}\``;
    case "projectCheck":
      return check.command === undefined ? nameOf(check) : `${nameOf(check)}: \`${quote(check.command)}\``;
    case "fileExists":
    case "fileContains":
    case "schemaMatch":
      return `${check.kind}: ${quote(check.path)}`;
  }
}

function describeSubject({ check, command }: CheckResult): string {
  const name = nameOf(check);
  if (command !== undefined) return `${name}: \`${quote(command)}\``;
  return describeUnrun(check).startsWith(`${name}:`) ? `${name}:` : name;
}

/** What a check is called; a project's check is known by its criterion. */
function nameOf(check: Check): string {
  return check.kind === "projectCheck" ? `projectCheck "${quote(check.criterion)}"` : check.kind;
}

function describeFailure(reason: FailReason, durationMs: number | undefined): string {
  const after = durationMs === undefined ? "" : ` after ${describeDuration(durationMs)}`;
  switch (reason.code) {
    case "exited":
      return `exited ${reason.exitCode}${after}`;
    case "killed":
      return `was ended by ${reason.signal}${after}`;
    case "timedOut":
      return `ran into its time limit of ${describeDuration(reason.timeoutMs)} and was stopped with everything it had started (verify.checkTimeoutMs raises the limit)`;
    case "expectMissing":
      return `exited 0${after}, but its output does not hold "${quote(reason.expect)}"`;
    case "noTests":
      return `exited 0${after}, but its summary says that no test was run`;
    case "noneConfigured":
      return `(none configured): ${describeMissingScript(reason.script, reason.packageJson)}`;
    case "noCommand":
      return `(none configured): ${describeMissingCommand(reason.missing)}`;
    case "fileMissing":
      return `file not found${describePlace(reason.target)}`;
    case "notAFile":
      return `not a regular file${describePlace(reason.target)}`;
    case "unchanged":
      return `unchanged since dispatch${describePlace(reason.target)}`;
    case "textMissing":
      return `the text "${quote(reason.text)}" is not${describePlace(reason.target)}`;
    case "notJson":
      return `not valid JSON (${quote(reason.message)})${describePlace(reason.target)}`;
    case "schemaMismatch":
      return `does not match its schema${describePlace(reason.target)}: ${reason.mismatches.map((mismatch) => quote(mismatch)).join("; ")}`;
    case "baselineOraclesFail":
      if (reason.touched.length === 0)
        return `passed, but in a copy of the work, which nothing else could change meanwhile, it ${describeFailure(reason.reason, durationMs)}`;
      return `passed, but with the tests and configuration from before the work it ${describeFailure(reason.reason, durationMs)}; the work changed ${listPaths(reason.touched)}: ${appeal}`;
    case "passesWithoutChange":
      return "passed, but it also passes without the change (its new tests alone, on what was there before), so that it proves nothing about the change; failToPass asks for a check that fails without it";
  }
}

const appeal =
  'undo that, or, if the change of a test or of configuration was asked for, allowEdit="<glob of these files>" on the check says so';

function describeMissingScript(script: string, packageJson: string | undefined): string {
  const where =
    packageJson === undefined ? "there is no package.json" : `${quote(packageJson)} has no real "${script}" script`;
  return `${where}; add one, or name a command: command="…"`;
}

const whatToSet: Record<VerifyFile, string> = {
  "init.sh": "a line VERIFY_CMD='npm test' in init.sh",
  "VERIFICATION.md": "a line - Verify: `npm test` in VERIFICATION.md",
};

const whyUnreadable: Record<Extract<MissingCommand, { code: "unreadableFile" }>["why"], string> = {
  notAFile: "is no regular file",
  tooLarge: "is too large to be read",
  unreadable: "can't be read",
};

function describeMissingCommand(missing: MissingCommand): string {
  switch (missing.code) {
    case "noLine":
      return `${missing.files.join(" and ")} ${missing.files.length === 1 ? "names" : "name"} no command to verify the project with; ${setOneOf(missing.files)}`;
    case "placeholder":
      return `${missing.file}:${missing.line} holds a placeholder; ${setOneOf([missing.file])}`;
    case "unreadableLine":
      return `${missing.file}:${missing.line} can't be read as one command in quotes; ${setOneOf([missing.file])}`;
    case "severalLines":
      return `${missing.file}:${missing.line} names another command than a line above it; keep one of them, commit it and restart OpenCode`;
    case "unreadableFile":
      return `${missing.file} ${whyUnreadable[missing.why]}; ${setOneOf([missing.file])}`;
    case "noScript":
      return `requireProjectChecks is set, but there are no projectChecks, and package.json has none of the scripts ${missing.scripts.join(", ")}; add one of them, or set projectChecks, commit it and restart OpenCode`;
  }
}

function setOneOf(files: readonly VerifyFile[]): string {
  return `set VERIFY_CMD: ${files.map((file) => whatToSet[file]).join(", or ")}; commit it and restart OpenCode`;
}

function describeError(reason: ErrorReason): string {
  switch (reason.code) {
    case "toolMissing":
      return `could not run: "${quote(reason.tool)}" is not installed here${describeIgnored(reason.ignored)}; install it, then verify again`;
    case "notStarted":
      return `could not be started: ${quote(reason.message)}`;
    case "shadowed":
      return `was not run: ${quote(reason.path)} would stand in for "${quote(reason.tool)}" in every script of the project; remove it, then verify again`;
    case "denied":
      return `was not run: the caller's "${reason.permission}" permission denies "${quote(reason.pattern)}"`;
    case "needsApproval":
      return `was not run: the caller's "${reason.permission}" permission asks before "${quote(reason.pattern)}", and this hook can't ask; allow it in opencode.json to have it verified`;
    case "refused":
      return `was refused: ${reason.problems.map(describeCommandProblem).join("; ")}`;
    case "pathEscapes":
      return `was refused: a relative path may not leave its directory${describePlace(reason.target)}`;
    case "unreadable":
      return `can't be read (${quote(reason.message)})${describePlace(reason.target)}`;
    case "tooLarge":
      return `is too large to be judged (${reason.size} bytes, at most ${reason.limit})${describePlace(reason.target)}`;
    case "schemaUnusable":
      return `has a schema that can't be used (${quote(reason.message)})${reason.target === undefined ? "" : describePlace(reason.target)}`;
    case "baselineOraclesUnheard":
      return `passed, but the work changed ${listPaths(reason.touched)}, and what the tests and configuration from before say could not be found out: ${describeUnheard(reason.why)}`;
    case "failToPassUnproved":
      return `passed, but whether it fails without the change (failToPass) could not be found out: ${describeUnheard(reason.why)}`;
    case "changeUnknown":
      return `is there${describePlace(reason.target)}, but whether it was changed can't be told: ${whyUnknown[reason.why]}`;
    case "stopped":
      return "was stopped before it had an answer";
    case "crashed":
      return `could not be judged: ${quote(reason.message)}`;
  }
}

function describeUnheard(why: Unheard): string {
  switch (why.code) {
    case "noBaseline":
      return "nothing is known of the state before the work";
    case "noCopy":
      return `no copy to run it in could be made (${quote(why.message)})`;
    case "ran":
      return `there it ${describeReason(why.reason)}`;
  }
}

/** How a run in a copy ended, which has no time of its own to tell. */
function describeReason(reason: FailReason | ErrorReason): string {
  return isFailure(reason) ? describeFailure(reason, undefined) : describeError(reason);
}

function isFailure(reason: FailReason | ErrorReason): reason is FailReason {
  return failures.has(reason.code);
}

const failures: ReadonlySet<string> = new Set<FailReason["code"]>([
  "exited",
  "killed",
  "timedOut",
  "expectMissing",
  "noTests",
  "noneConfigured",
  "noCommand",
  "fileMissing",
  "notAFile",
  "unchanged",
  "textMissing",
  "notJson",
  "schemaMismatch",
  "baselineOraclesFail",
  "passesWithoutChange",
]);
const whyUnknown: Record<UnknownChange, string> = {
  noBase: "no commit to compare with was named (--base REF)",
  unwatched: "git, which would tell, ignores the place or doesn't hold it",
};

function describeIgnored(path: string | undefined): string {
  return path === undefined ? "" : ` (the one in the project, ${quote(path)}, is not trusted)`;
}

/** ` in <dir>: x` for a path resolved in the base directory, `: /abs/x` for an absolute one. */
function describePlace({ path, base, realPath }: Target): string {
  const place = base === undefined ? `: ${quote(path)}` : ` in ${quote(base)}: ${quote(path)}`;
  return realPath === undefined ? place : `${place} (which leads to ${quote(realPath)})`;
}
