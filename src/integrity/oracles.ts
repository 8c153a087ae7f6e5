import { findAllowed } from "./allow-edit.ts";
import { compileGlob } from "./glob.ts";
import { hidesMore } from "./ignore-rules.ts";
import { findOtherDependencies, judgeManifest } from "./judge-manifest.ts";
import { findDependents, readNewTests } from "./new-tests.ts";
import type { OracleNote, OracleQuestion, OracleReading, TouchedOracle } from "./oracle.ts";
import { resolvePath } from "./path-index.ts";
import { folderOf, nameOf, placeOf } from "./places.ts";
import { orderRestorations } from "./restorations.ts";
import { findFoundation } from "./rests-on.ts";
import { hasTestName, shapeOf } from "./shapes.ts";
import { judgeChange, type Surroundings, type Touch } from "./touched.ts";
import type { FileChange } from "./tree.ts";

/** Which of the changes touch what decides the check, and what would have the baseline's decide it. */
export async function readOracles(question: OracleQuestion): Promise<OracleReading> {
  const { changes } = question;
  const isAsked = question.command !== undefined || question.check.kind === "schemaMatch";
  if (changes.length === 0 || !isAsked) return { touched: [], allowed: [], restorations: [], notes: [] };
  const notes: OracleNote[] = [];
  const around = await findSurroundings(question, notes);
  const touches = new Map<string, Touch>();
  const touched: TouchedOracle[] = [];
  for (const change of changes) {
    const found = await judge(change, question, around);
    if (found === undefined) continue;
    touches.set(change.path, found);
    touched.push({ path: change.path, status: change.status, why: found.why });
  }
  const allowed = await findAllowed(touched, question);
  if (allowed === undefined) notes.push({ code: "unusableGlob", glob: allowEditOf(question) });
  const kept = touched.filter(({ path }) => allowed?.has(path) !== true);
  const wanted = kept.flatMap(({ path }) => touches.get(path)?.restoration ?? []);
  const restored = new Set(wanted.flatMap(({ path, to }) => (to === "baseline" ? [path] : [])));
  const aside = findDependents(around.newTests, restored).filter((path) => !touches.has(path));
  if (aside.length > 0) notes.push({ code: "testsLaidAside", paths: aside });
  wanted.push(...aside.map((path) => ({ path, to: "removed" }) as const));
  return {
    touched: kept,
    allowed: [...(allowed ?? [])],
    restorations: orderRestorations(wanted, changes),
    notes: [...notes, ...noteSurroundings(question, around)],
  };
}

async function findSurroundings(question: OracleQuestion, notes: OracleNote[]): Promise<Surroundings> {
  const { check, base } = question;
  const foundation = await findFoundation(question);
  const declared = question.declared.flatMap((glob) => {
    const matcher = compileGlob(glob);
    if (matcher === undefined) notes.push({ code: "unusableGlob", glob });
    return matcher ?? [];
  });
  const schema = check.kind === "schemaMatch" && !check.schema.trimStart().startsWith("{") ? check.schema : undefined;
  return {
    ...foundation,
    declared,
    schema: schema === undefined ? undefined : resolvePath(base, schema),
    deliverables: new Set(question.deliverables.flatMap((written) => resolvePath(base, written) ?? [])),
    newTests: await readNewTests(question, foundation.survey.index.packages),
    runsCommand: question.command !== undefined,
    hasOtherDependencies: await findOtherDependencies(question, foundation.survey),
  };
}

async function judge(change: FileChange, question: OracleQuestion, around: Surroundings): Promise<Touch | undefined> {
  const found = judgeChange(change, around);
  if (found !== undefined || question.command === undefined) return found;
  switch (shapeOf(change.path, placeOf(change.path, around.survey.index.packages))) {
    case "manifest":
      return judgeManifest(change, question, around);
    case "repositoryRules":
      return judgeRules(change, question, around);
    default:
      return judgeByText(change, question, around);
  }
}

const testText =
  /(?<![.\w])(describe|test|it|suite)(\.\w+)?\s*\(\s*["'`]|["'](node:test|vitest|@jest\/globals|mocha|ava|tape|tap|uvu)["']/;

/** Among the sources `sum-test.js` may be a test, and `ab-test.js` a part of the product: what it holds tells. */
async function judgeByText({ path, status }: FileChange, { baseline }: OracleQuestion, around: Surroundings) {
  if (status === "added" || !around.runsTests || !hasTestName(nameOf(path)) || around.product.own.has(path))
    return undefined;
  const text = (await baseline.read(path)) ?? "";
  return testText.test(text) ? ({ why: "test", restoration: { path, to: "baseline" } } satisfies Touch) : undefined;
}

async function judgeRules({ path, status }: FileChange, question: OracleQuestion, around: Surroundings) {
  if (status === "deleted") return undefined;
  const [before, after] = await Promise.all([question.baseline.read(path), question.candidate.read(path)]);
  const hides = after !== undefined && hidesMore(before ?? "", after, folderOf(path), around.survey.index.paths);
  if (!hides) return undefined;
  const restoration = { path, to: status === "added" ? "removed" : "baseline" } as const;
  return { why: "repositoryRules", restoration } satisfies Touch;
}

function allowEditOf({ check }: OracleQuestion): string {
  return "allowEdit" in check ? (check.allowEdit ?? "") : "";
}

function noteSurroundings({ changes }: OracleQuestion, around: Surroundings): OracleNote[] {
  const { survey, newScript, hasOtherDependencies, folders } = around;
  const followers = changes.filter(
    ({ path }) => hasOtherDependencies && shapeOf(path, "elsewhere") === "lockfile" && folders.has(folderOf(path)),
  );
  return [
    ...(newScript === undefined ? [] : [{ code: "newScript", script: newScript } as const]),
    ...followers.map(({ path }) => ({ code: "lockfileFollows", path }) as const),
    ...(survey.cutShort ? [{ code: "searchCutShort" } as const] : []),
  ];
}
