import { isReader, useOf } from "./command-use.ts";
import { isNoScript, type Manifest } from "./manifest.ts";
import { findPackage, resolvePath } from "./path-index.ts";
import type { Naming } from "./product.ts";
import { piecesOf, splitCommands } from "./shell-words.ts";
import type { Script, Survey } from "./survey.ts";
import { readTestGlob } from "./test-globs.ts";

/** Takes in the scripts and files that a script's commands name, and has those followed in their turn. */
export async function followScript(script: Script, survey: Survey): Promise<void> {
  let folder = script.folder;
  for (const words of splitCommands(script.text)) {
    if (words[0] === "cd") folder = changeFolder(folder, words[1] ?? "");
    else await followCommand(words, { ...script, folder }, survey);
  }
}

/** Where a script works out the folder, it is taken to stay. */
function changeFolder(folder: string, written: string): string {
  return written.includes("$") ? folder : (resolvePath(folder, written) ?? folder);
}

async function followCommand(words: readonly string[], script: Script, survey: Survey): Promise<void> {
  const end = words.indexOf("--");
  const pieces = piecesOf(end === -1 || !isManager(words[0]) ? words : words.slice(0, end));
  const uses = [useOf(words), ...(isManager(words[0]) ? [useOf(withoutManager(words))] : [])];
  const [{ program } = { program: "" }] = uses;
  if (!isReader(program)) await reachScripts(words, pieces, script, survey);
  for (const use of uses) {
    if (use !== uses[1] || knownTools.test(use.program)) {
      survey.programs.add(use.program);
      survey.runsTests ||= use.runsTests;
    }
    for (const word of use.run) follow(word, script.naming, script, survey);
    for (const word of use.options) follow(word, "loaded", script, survey);
    for (const word of use.given) follow(word, "mentioned", script, survey);
    for (const word of use.tests) {
      follow(word, "loaded", script, survey);
      const isFilter = /^(vitest|jest)$/.test(use.program) && !/[*?]/.test(word);
      const matcher = isFilter ? undefined : readTestGlob(word, script.folder, survey.index);
      if (matcher !== undefined) survey.tests.push(matcher);
    }
  }
}

function follow(word: string, naming: Naming, script: Script, survey: Survey): void {
  const file = survey.claim(script.folder, word, naming, script.file);
  if (file !== undefined) survey.later({ file: { path: file, folder: script.folder } });
}

function isManager(word: string | undefined): boolean {
  return /^(npm|pnpm|yarn|bun)$/.test(word ?? "");
}

/** `yarn mocha x` and `bun run x.ts` run more than scripts. */
function withoutManager(words: readonly string[]): readonly string[] {
  const rest = words.slice(1);
  const first = rest.findIndex((word) => !word.startsWith("-") && !/^run(-script)?$/.test(word));
  return first === -1 ? [] : rest.slice(first);
}

/** They run scripts in several packages. */
const everywhere =
  /^(-w|-ws|--ws|--workspaces?|-r|--recursive|-F|--filter(-prod)?|workspaces?|turbo|nx|lerna|rush|wsrun|wireit|-C|--dir|--prefix|--cwd)$/;

/** Any word may name a script: one that isn't run is put back without doing harm. What a linter is given names none. */
async function reachScripts(
  words: readonly string[],
  pieces: readonly string[],
  script: Script,
  survey: Survey,
): Promise<void> {
  const near = findPackage(survey.index, script.folder);
  const named = pieces.flatMap((piece) => {
    const path = resolvePath(script.folder, piece);
    return path !== undefined && survey.index.packages.has(path) ? [path] : [];
  });
  const isEverywhere =
    words.some((word) => everywhere.test(word.split("=", 1)[0] ?? "")) && words.some((word) => isSpreader(word));
  const folders = new Set([
    ...(near === undefined ? [] : [near]),
    ...named,
    ...(isEverywhere ? survey.index.packages : []),
  ]);
  for (const folder of folders) {
    const manifest = await survey.manifest(folder);
    if (manifest === undefined) continue;
    if (isManager(words[0])) reachTools(folder, pieces, manifest, survey);
    for (const name of namesIn(pieces, folder, manifest, survey)) reach(folder, name, manifest, survey);
  }
}

function isSpreader(word: string): boolean {
  return isManager(word) || /^(turbo|nx|lerna|rush|wsrun|wireit)$/.test(word);
}

/** The names of a package's scripts among words, and those that a word with `*` stands for; each word counts once. */
function namesIn(pieces: readonly string[], folder: string, manifest: Manifest, survey: Survey): Set<string> {
  const names = new Set<string>();
  for (const piece of pieces.slice(0, 2000)) {
    if (!survey.isFirst(`${folder}\n${piece}`)) continue;
    const word = piece.replace(/^(npm|yarn|pnpm|bun|node):/, "");
    const name = word === "t" || word === "tst" ? "test" : word;
    if (manifest.scripts.has(name)) names.add(name);
    const beginning = /^\/?\^?([\w:.-]*)[*.(]/.exec(word)?.[1];
    if (beginning === undefined || !/[*:]/.test(word)) continue;
    for (const other of manifest.scripts.keys()) if (other.startsWith(beginning)) names.add(other);
  }
  return names;
}

function reach(folder: string, name: string, manifest: Manifest, survey: Survey): void {
  const reached = survey.scripts.get(folder) ?? new Set();
  survey.scripts.set(folder, reached);
  for (const event of [`pre${name}`, name, `post${name}`]) {
    const text = manifest.scripts.get(event);
    if (text === undefined || reached.has(event)) continue;
    reached.add(event);
    if (isNoScript(text)) continue;
    const naming = running.test(name) ? "given" : "run";
    const file = folder === "" ? "package.json" : `${folder}/package.json`;
    survey.later({ script: { text, folder, file, naming } });
  }
}

/** Scripts that run the product itself. */
const running = /^(start|serve|server|dev|preview|demo|examples?|cli|app|main|bin|run)\b/;

/** `yarn vitest` runs the tool, unless a script of that name is added. */
function reachTools(folder: string, pieces: readonly string[], manifest: Manifest, survey: Survey): void {
  const tools = survey.tools.get(folder) ?? new Set();
  survey.tools.set(folder, tools);
  for (const piece of pieces) if (!manifest.scripts.has(piece) && isTool(piece, manifest)) tools.add(piece);
}

const knownTools = /^(vitest|jest|mocha|ava|tap|uvu|tsc|vue-tsc|tsx|eslint|biome|prettier|playwright|cypress|c8|nyc)$/;

function isTool(name: string, manifest: Manifest): boolean {
  if (knownTools.test(name)) return true;
  return ["dependencies", "devDependencies"].some((field) => {
    const dependencies = manifest.fields.get(field);
    return typeof dependencies === "object" && dependencies !== null && Object.hasOwn(dependencies, name);
  });
}
