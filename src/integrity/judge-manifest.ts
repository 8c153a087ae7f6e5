import { hasSameDependencies, parseManifest } from "./manifest.ts";
import { mergeManifest, type RunScripts } from "./merge-manifest.ts";
import type { OracleQuestion } from "./oracle.ts";
import { findPackage } from "./path-index.ts";
import { ascendFolders, folderOf, placeOf } from "./places.ts";
import type { Foundation } from "./rests-on.ts";
import type { Survey } from "./survey.ts";
import { isNewFolder, type Touch } from "./touched.ts";
import type { FileChange } from "./tree.ts";

/** Whether a changed package.json says something else than before about what the check rests on. */
export async function judgeManifest(
  { path, status }: FileChange,
  { candidate, base }: OracleQuestion,
  { survey, folders }: Foundation,
): Promise<Touch | undefined> {
  const folder = folderOf(path);
  const before = await survey.manifest(folder);
  if (before === undefined) {
    const isHijack = status === "added" && takesPlace(folder, base, survey);
    return isHijack ? { why: "manifest", restoration: { path, to: "removed" } } : undefined;
  }
  const after = status === "deleted" ? undefined : parseManifest(await candidate.read(path));
  const isUsed = folders.has(folder) || survey.scripts.has(folder);
  if (after === undefined && !isUsed) return undefined;
  const reading = mergeManifest(before, after, runScripts(folder, survey));
  if (reading.status === "same") return undefined;
  const { merged } = reading;
  return {
    why: reading.inScripts ? "script" : "manifest",
    restoration: merged === "baseline" ? { path, to: "baseline" } : { path, to: "text", text: merged },
  };
}

function runScripts(folder: string, survey: Survey): RunScripts {
  const none: ReadonlySet<string> = new Set();
  return { names: survey.scripts.get(folder) ?? none, tools: survey.tools.get(folder) ?? none };
}

/** A new package.json between the check and the one that was the nearest, or in an old folder of tests or scripts. */
function takesPlace(folder: string, base: string, survey: Survey): boolean {
  const nearest = findPackage(survey.index, base);
  const isNearer = ascendFolders(base).includes(folder) && nearest !== undefined && folder.length > nearest.length;
  const place = placeOf(`${folder}/x`, survey.index.packages);
  return isNearer || ((place === "test" || place === "tooling") && !isNewFolder(folder, { survey }));
}

/** Whether any package.json asks for other dependencies than before. */
export async function findOtherDependencies(question: OracleQuestion, survey: Survey): Promise<boolean> {
  for (const { path, status } of question.changes) {
    if (!/(^|\/)package\.json$/.test(path)) continue;
    const after = status === "deleted" ? undefined : parseManifest(await question.candidate.read(path));
    if (!hasSameDependencies(await survey.manifest(folderOf(path)), after)) return true;
  }
  return false;
}
