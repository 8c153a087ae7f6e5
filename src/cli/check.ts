import { resolve } from "node:path";
import { createFiles } from "../adapters/files.ts";
import { createGit } from "../adapters/git/git.ts";
import { createHistory } from "../adapters/git/git-history.ts";
import { parse } from "../dod/parse.ts";
import { type CheckedFile, recordChecked, recordUnchecked, renderChecked } from "../report/check-report.ts";
import { describeInputFault, type InputFault } from "../report/input-fault.ts";
import { printJson } from "../report/json-document.ts";
import { renderLinted } from "../report/lint-report.ts";
import { scrub } from "../scrub/scrub.ts";
import { scrubAll } from "../scrub/scrub-all.ts";
import { compile } from "../wiring/define.ts";
import { faultOfAbsence } from "./absent-block.ts";
import type { CheckRequest } from "./command-line.ts";
import { type ExitCode, exitCodeOf } from "./exit-code.ts";
import { judge } from "./judge.ts";
import { createProgress } from "./progress.ts";
import { readText } from "./read-text.ts";
import { readGateSettings } from "./settings.ts";
import type { World } from "./world.ts";

/** Runs the checks of a text's blocks now, and says whether the work is accepted. */
export async function check(request: CheckRequest, world: World): Promise<ExitCode> {
  const files = createFiles();
  const history = createHistory();
  const directory = resolve(world.cwd, request.cwd ?? ".");
  if ((await files.stat(directory))?.type !== "directory") {
    return refuse(request.cwd ?? ".", { code: "noDirectory" }, request, world);
  }
  const reading = await readText(request.file, files, world);
  if (!reading.ok) return refuse(request.file, reading.fault, request, world);
  const settings = await readGateSettings(directory, world, { files, history, git: createGit() });
  const definition = { ...(await compile(parse(reading.text), settings.config.commands)), trivial: false };
  const { dods, problems, notes } = definition;
  const isBlockless = dods.length + problems.length === 0;
  const fault = isBlockless ? faultOfAbsence({ ...reading, notes, ...request }) : undefined;
  if (fault !== undefined) {
    const { file } = request;
    for (const line of renderLinted({ file, status: "bare", notes: scrubAll(notes, scrub) })) world.err.line(line);
    return refuse(file, fault, request, world);
  }
  const changes = request.base === undefined ? undefined : await history.changesSince(request.base, directory);
  if (changes?.status === "failed") {
    return refuse(request.base ?? "", { code: "noCommit", message: changes.message }, request, world);
  }
  const progress = createProgress(world);
  const judged = await judge({ definition, directory, settings, changed: changes?.files, progress }, world);
  progress.end();
  return report({ ...scrubAll(judged, scrub), file: request.file, directory }, request, world);
}

function report(checked: CheckedFile, { json }: CheckRequest, { out }: World): ExitCode {
  const { outcome } = checked.verdict;
  if (json) out.line(printJson(recordChecked(checked)));
  else {
    const [headline = "", ...lines] = renderChecked(checked);
    out.line(headline.replace(/^\[.*?\]/, (mark) => out.colors.bold(out.colors[colors[outcome]](mark))));
    for (const line of lines) out.line(line);
  }
  return exitCodeOf(outcome);
}

const colors = { pass: "green", fail: "red", error: "yellow", skip: "dim" } as const;

function refuse(subject: string, fault: InputFault, { file, json }: CheckRequest, { out, err }: World): ExitCode {
  const clean = scrubAll(fault, scrub);
  if (json) out.line(printJson(recordUnchecked(file, subject, clean)));
  err.line(`dod-gate: ${describeInputFault(subject, clean)}`);
  return exitCodeOf("error");
}
