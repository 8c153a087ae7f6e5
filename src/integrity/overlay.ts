import type { OracleQuestion } from "./oracle.ts";
import { findPackage } from "./path-index.ts";
import { folderOf, placeOf } from "./places.ts";
import { type Foundation, findFoundation } from "./rests-on.ts";
import { shapeOf } from "./shapes.ts";
import { isNewFolder } from "./touched.ts";

/** For failToPass: which of the candidate's files are laid over the baseline, so that its tests meet the old source. */
export async function testOverlay(question: OracleQuestion): Promise<readonly string[]> {
  const foundation = await findFoundation(question);
  const present = question.changes.filter(({ status }) => status !== "deleted");
  return present.map(({ path }) => path).filter((path) => isOfTests(path, question, foundation));
}

/** Tests and what only they use; scripts and configuration stay the baseline's, unless it has none for this check. */
function isOfTests(path: string, question: OracleQuestion, foundation: Foundation): boolean {
  const { survey, newScript, product, folders } = foundation;
  switch (shapeOf(path, placeOf(path, survey.index.packages))) {
    case "test":
    case "snapshot":
    case "mock":
      return true;
    case "manifest":
      return newScript !== undefined && folderOf(path) === (findPackage(survey.index, question.base) ?? question.base);
    case "toolConfig":
      return newScript !== undefined || isNewFolder(folderOf(path), foundation);
    case "lockfile":
    case "packageManagerConfig":
    case "repositoryRules":
      return newScript !== undefined && folders.has(folderOf(path));
    case undefined:
      return !product.own.has(path) && survey.tests.some((matches) => matches(path));
  }
}
