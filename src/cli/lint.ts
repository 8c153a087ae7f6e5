import { createFiles } from "../adapters/files.ts";
import { createHistory } from "../adapters/git/git-history.ts";
import type { CommandPolicy } from "../checks/command.ts";
import { parse } from "../dod/parse.ts";
import type { Files } from "../ports/machine.ts";
import { describeBrokenConfig, recordBrokenConfig } from "../report/broken-config.ts";
import { printJson } from "../report/json-document.ts";
import { type LintedFile, outcomeOf, recordLinted, renderLinted, renderLintSummary } from "../report/lint-report.ts";
import { scrub } from "../scrub/scrub.ts";
import { scrubAll } from "../scrub/scrub-all.ts";
import { compile } from "../wiring/define.ts";
import { faultOfAbsence } from "./absent-block.ts";
import type { LintRequest } from "./command-line.ts";
import { type ExitCode, exitCodeOf } from "./exit-code.ts";
import { readText } from "./read-text.ts";
import { readSettings } from "./settings.ts";
import type { World } from "./world.ts";

/** Tells what is wrong with the blocks of files. Runs nothing. */
export async function lint(request: LintRequest, world: World): Promise<ExitCode> {
  const { out, err, signal } = world;
  const files = createFiles();
  const { config, problems } = await readSettings(world.cwd, world, { files, history: createHistory() });
  if (problems.length > 0) {
    const clean = scrubAll(problems, scrub);
    if (request.json) out.line(printJson(recordBrokenConfig(clean)));
    for (const line of describeBrokenConfig(clean)) err.line(line);
    return exitCodeOf("error");
  }
  const linted: LintedFile[] = [];
  for (const file of request.files) {
    if (signal.aborted) break;
    const result = await lintFile(file, request, config.commands, files, world);
    // Whole texts, before anybody shortens them: half a token is no longer recognised. The file's name stays what it is.
    linted.push({ ...scrubAll(result, scrub), file });
    if (!request.json) for (const line of renderLinted({ ...scrubAll(result, scrub), file })) out.line(line);
  }
  if (request.json) out.line(printJson(recordLinted(linted)));
  for (const line of renderLintSummary(linted)) err.line(line);
  return exitCodeOf(outcomeOf(linted));
}

async function lintFile(
  file: string,
  { ifPresent, plan }: LintRequest,
  policy: CommandPolicy,
  files: Files,
  world: World,
): Promise<LintedFile> {
  const reading = await readText(file, files, world);
  if (!reading.ok) return { file, status: "unjudged", fault: reading.fault, notes: [] };
  if (plan && reading.text.trim() !== "") return lintAsPlan(file, reading.text, policy);
  const { dods, problems, notes } = await compile(parse(reading.text), policy);
  if (dods.length + problems.length > 0) return { file, status: "judged", blocks: dods.length, problems, notes };
  const fault = faultOfAbsence({ text: reading.text, notes, ifPresent });
  return fault === undefined ? { file, status: "bare", notes } : { file, status: "unjudged", fault, notes };
}

/** A plan's own rules ask for its blocks: one without any is a plan with problems. */
async function lintAsPlan(file: string, text: string, policy: CommandPolicy): Promise<LintedFile> {
  const [{ lintPlan }, { findCheckProblems }] = await Promise.all([
    import("../dod/plan/plan-lint.ts"),
    import("../checks/preflight.ts"),
  ]);
  const { steps, problems, notes } = await lintPlan(text);
  const dods = steps.flatMap((step) => step.parsed.dods);
  const all = [...problems, ...(await findCheckProblems(dods, policy))];
  all.sort((one, other) => one.at.line - other.at.line || one.at.column - other.at.column);
  return { file, status: "judged", blocks: dods.length, problems: all, notes };
}
