import { isGlob } from "./glob.ts";
import { literalsOf, plainWordsOf } from "./literals.ts";
import { folderOf, nameOf, wordsOf } from "./places.ts";
import type { Naming } from "./product.ts";
import { loadedBy, testGlobsOf } from "./settings.ts";
import type { Followed, Survey } from "./survey.ts";
import { isOfTests, readTestGlob } from "./test-globs.ts";

/** Takes in what an oracle's own text names: what it imports, loads or runs. */
export async function followFile({ path, folder }: Followed, survey: Survey): Promise<void> {
  const text = await survey.text(path);
  if (isShellScript(path, text)) {
    for (const at of new Set([folder, folderOf(path)])) {
      survey.later({ script: { text, folder: at, file: path, naming: "run" } });
    }
    return;
  }
  const words = mentionsIn(path, text);
  followMentions(words, path, folder, () => "mentioned", survey);
  for (const glob of words.filter((word) => isGlob(word) && isOfTests(word))) {
    const matcher = readTestGlob(glob, folder, survey.index);
    if (matcher !== undefined) survey.tests.push(matcher);
  }
}

const runnerConfig = /^\.?(vitest|jest|ava|mocha|playwright|cypress|karma|wdio|jasmine|cucumber|tap|c8|nyc|lab)/i;

/** Takes in what a tool's configuration names. */
export async function followConfig(path: string, folder: string, survey: Survey): Promise<void> {
  followSettings(await survey.text(path), path, folder, runnerConfig.test(nameOf(path)), survey);
}

/** Takes in what settings name, wherever they stand. */
export function followSettings(text: string, path: string, folder: string, isRunner: boolean, survey: Survey): void {
  followMentions(loadedBy(text), path, folder, () => "loaded", survey);
  followMentions(mentionsIn(path, text), path, folder, (word) => namingOf(word, path, isRunner), survey);
  if (!isRunner && !/^vite\./.test(nameOf(path))) return;
  for (const at of new Set([folder, folderOf(path)])) {
    for (const glob of testGlobsOf(text)) {
      const matcher = readTestGlob(glob, at, survey.index);
      if (matcher !== undefined) survey.tests.push(matcher);
    }
  }
}

/** Other tools than test runners also name what they work on. */
function namingOf(word: string, path: string, isRunner: boolean): Naming {
  if (isRunner) return "loaded";
  const tool = wordsOf(nameOf(path)).filter((part) => !/^(config|conf|rc|base|json)$/.test(part));
  const isOfTool = wordsOf(word.replaceAll("/", "-")).some((part) => tool.includes(part.replace(/rc$/, "")));
  return isOfTool || /\.json$/.test(word) ? "loaded" : "mentioned";
}

function mentionsIn(path: string, text: string): string[] {
  const words = literalsOf(text);
  return /\.(ya?ml|toml|ini|opts|cfg)$|(^|\/)\.[\w-]+rc$|file$/i.test(path) ? [...words, ...plainWordsOf(text)] : words;
}

/** A string that is a command of its own. */
const command = /^(node|npm|npx|pnpm|yarn|bun|bunx|tsx|ts-node|sh|bash|mocha|ava|tape|tap|jest|vitest|\.{1,2}\/\S+)\s/;

function followMentions(
  words: readonly string[],
  path: string,
  folder: string,
  naming: (word: string) => Naming,
  survey: Survey,
): void {
  for (const word of words) {
    if (command.test(word)) survey.later({ script: { text: word, folder, file: path, naming: "given" } });
    if (!/[./\\]/.test(word)) continue;
    for (const at of new Set([folderOf(path), folder])) {
      const file = survey.claim(at, word, naming(word), path);
      if (file !== undefined) survey.later({ file: { path: file, folder } });
    }
  }
}

function isShellScript(path: string, text: string): boolean {
  return (
    /\.(sh|bash|cmd|bat|ps1)$/i.test(path) || /^#!.*\b(ba|z|da|k)?sh\b/.test(text) || /(^|\/)makefile$/i.test(path)
  );
}
