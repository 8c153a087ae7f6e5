import { type Check, isCommandCheck } from "../dod/dod.ts";
import { isReader } from "./command-use.ts";
import { followConfig, followFile, followSettings } from "./follow-file.ts";
import { followScript } from "./follow-script.ts";
import { entryPointsOf, isNoScript, isSetting, type Manifest } from "./manifest.ts";
import type { OracleQuestion } from "./oracle.ts";
import { findPackage, indexPaths, type PathIndex } from "./path-index.ts";
import { ascendFolders, folderOf, placeOf } from "./places.ts";
import { describeProduct, type Mention, type Product } from "./product.ts";
import { shapeOf } from "./shapes.ts";
import { splitCommands } from "./shell-words.ts";
import { Survey } from "./survey.ts";
import type { Tree } from "./tree.ts";

/** What a check rests on in the baseline. */
export interface Foundation {
  readonly survey: Survey;
  readonly product: Product;
  /** Folders in which package managers and tools look for their settings. */
  readonly folders: ReadonlySet<string>;
  /** Whether tests are run: for a linter or a compiler they are what is judged, like any other source. */
  readonly runsTests: boolean;
  /** The script that the check runs and the baseline lacks. */
  readonly newScript: string | undefined;
}

const mostConfigs = 60;

/** All checks of a judgement ask about the same tree. */
const indexes = new WeakMap<Tree, PathIndex>();

async function indexOf(tree: Tree): Promise<PathIndex> {
  const index = indexes.get(tree) ?? indexPaths(await tree.list());
  indexes.set(tree, index);
  return index;
}

/** Follows a check's command through the baseline: scripts, the files that they name, configuration and what that names. */
export async function findFoundation(question: OracleQuestion): Promise<Foundation> {
  const index = await indexOf(question.baseline);
  let product: Product = describeProduct(index, []);
  const survey = new Survey(question.baseline, index, () => product);
  const own = question.deliverables.map((written) => ({ folder: question.base, written }));
  product = describeProduct(index, [...own, ...(await entryPoints(question.base, survey))]);
  const folders = new Set(ascendFolders(question.base));
  if (question.command === undefined) {
    return { survey, product, folders, runsTests: false, newScript: undefined };
  }
  const naming = isCommandCheck(question.check) && question.check.kind !== "run" ? "run" : "given";
  await followScript({ text: question.command, folder: question.base, file: "", naming }, survey);
  await followSteps(survey);
  for (const folder of survey.scripts.keys()) for (const at of ascendFolders(folder)) folders.add(at);
  await followConfigs(question.base, folders, survey);
  await followSteps(survey);
  const newScript = await findNewScript(question.command, question.base, survey);
  return { survey, product, folders, runsTests: findTestRuns(question.check, survey), newScript };
}

function findTestRuns({ kind }: Check, survey: Survey): boolean {
  const programs = [...survey.programs];
  if (survey.runsTests) return true;
  if ([...survey.named].some((path) => shapeOf(path, placeOf(path, survey.index.packages)) === "test")) return true;
  if (kind === "buildPasses" || kind === "lintClean") return false;
  return !programs.every((program) => isReader(program) || /^(|npm|npx|pnpm|yarn|bun)$/.test(program));
}

async function followSteps(survey: Survey): Promise<void> {
  for (const step of survey.takeSteps()) {
    if ("script" in step) await followScript(step.script, survey);
    else await followFile(step.file, survey);
  }
}

async function followConfigs(base: string, folders: ReadonlySet<string>, survey: Survey): Promise<void> {
  const configs = [...survey.index.paths].filter((path) => isConfigIn(path, folders, survey.index));
  if (configs.length > mostConfigs) survey.cutShort = true;
  for (const path of configs.slice(0, mostConfigs)) await followConfig(path, base, survey);
  for (const folder of folders) {
    const manifest = await survey.manifest(folder);
    for (const [field, value] of manifest?.fields ?? []) {
      if (!isSetting(field) || typeof value !== "object") continue;
      const isRunner = /^(jest|mocha|ava|tap|c8|nyc|vitest)$/.test(field);
      const path = folder === "" ? "package.json" : `${folder}/package.json`;
      followSettings(JSON.stringify({ [field]: value }, null, 1), path, folder, isRunner, survey);
    }
  }
}

function isConfigIn(path: string, folders: ReadonlySet<string>, index: PathIndex): boolean {
  const folder = folderOf(path).replace(/(^|\/)\.config$/, "");
  return folders.has(folder) && shapeOf(path, placeOf(path, index.packages)) === "toolConfig";
}

/** What the packages from the base up to the root say that they are. */
async function entryPoints(base: string, survey: Survey): Promise<Mention[]> {
  const found: Mention[] = [];
  for (const folder of ascendFolders(base)) {
    const manifest = await survey.manifest(folder);
    if (manifest !== undefined) found.push(...entryPointsOf(manifest).map((written) => ({ folder, written })));
  }
  return found;
}

async function findNewScript(command: string, base: string, survey: Survey): Promise<string | undefined> {
  const name = scriptNamedBy(splitCommands(command)[0] ?? []);
  if (name === undefined) return undefined;
  const folder = findPackage(survey.index, base);
  const manifest: Manifest | undefined = folder === undefined ? undefined : await survey.manifest(folder);
  if (manifest !== undefined && survey.tools.get(folder ?? "")?.has(name)) return undefined;
  return isNoScript(manifest?.scripts.get(name)) ? name : undefined;
}

/** The script that a package manager is told to run in the package at hand. */
function scriptNamedBy([program = "", ...args]: readonly string[]): string | undefined {
  if (!/^(npm|pnpm|yarn|bun)$/.test(program)) return undefined;
  if (args.some((word) => /^(-w|-ws|--workspaces?|--prefix|-C|--dir|-r|--filter|-F|--cwd)(=|$)/.test(word)))
    return undefined;
  const [first = "", second] = args.filter((word) => !word.startsWith("-"));
  if (/^(run|run-script|rum|urn)$/.test(first)) return second;
  if (/^(test|t|tst)$/.test(first) && program !== "bun") return "test";
  if (first === "start" && program !== "bun") return first;
  return program === "yarn" || (program === "pnpm" && first !== "exec") ? first || undefined : undefined;
}
