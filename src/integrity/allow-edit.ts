import { isCommandCheck } from "../dod/dod.ts";
import { compileGlob, type Matcher } from "./glob.ts";
import type { OracleQuestion, TouchedOracle } from "./oracle.ts";
import { nameOf } from "./places.ts";

/** Pairs whose texts are compared in order to recognise a rename. */
const mostPairs = 400;

/** Which of the touched oracles the check's author declares to be edited on purpose; undefined where the glob is unusable. */
export async function findAllowed(
  touched: readonly TouchedOracle[],
  question: OracleQuestion,
): Promise<ReadonlySet<string> | undefined> {
  const glob = isCommandCheck(question.check) ? question.check.allowEdit : undefined;
  if (glob === undefined) return new Set();
  const matches = compileGlob(glob);
  if (matches === undefined) return undefined;
  const isAllowed: Matcher = (path) => matches(path) || matches(relativeTo(question.base, path));
  const allowed = new Set(touched.map(({ path }) => path).filter(isAllowed));
  const arrived = question.changes.filter(({ path, status }) => status === "added" && isAllowed(path));
  const gone = touched.filter(({ path, status }) => status === "deleted" && !allowed.has(path));
  if (gone.length * arrived.length > mostPairs) return allowed;
  for (const { path } of gone) {
    for (const { path: other } of arrived) {
      if (!allowed.has(path) && (await isRename(path, other, question))) allowed.add(path);
    }
  }
  return allowed;
}

function relativeTo(base: string, path: string): string {
  return base !== "" && path.startsWith(`${base}/`) ? path.slice(base.length + 1) : path;
}

/** Whoever declares the new name of a file means the old one as well. */
async function isRename(from: string, to: string, { baseline, candidate }: OracleQuestion): Promise<boolean> {
  if (nameOf(from) === nameOf(to)) return true;
  const [before, after] = await Promise.all([baseline.read(from), candidate.read(to)]);
  if (before === undefined || after === undefined) return false;
  const lines = before.split(/\r?\n/).filter((line) => line.trim() !== "");
  const kept = new Set(after.split(/\r?\n/));
  return lines.length > 0 && lines.filter((line) => kept.has(line)).length * 2 >= lines.length;
}
