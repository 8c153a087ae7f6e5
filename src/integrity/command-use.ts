import { nameOf } from "./places.ts";

/** How a command uses its words. */
export interface CommandUse {
  /** The program's own name; empty where there is none. */
  readonly program: string;
  /** Files that are run, or loaded into what runs. */
  readonly run: readonly string[];
  /** Files, folders and globs that are run as tests. */
  readonly tests: readonly string[];
  /** Whether it runs tests, named or not. */
  readonly runsTests: boolean;
  /** Files that an option names. */
  readonly options: readonly string[];
  /** Anything else: what a program that is unknown, or was run, is given. */
  readonly given: readonly string[];
}

const interpreters = names(
  "node nodemon tsx ts-node ts-node-esm esno jiti bun deno sh bash zsh dash ksh python python3 pwsh zx babel-node " +
    "vite-node swc-node source .",
);
const testRunners = names("mocha ava tap tape uvu jasmine qunit borp lab cucumber-js playwright cypress karma wdio");
/** Their words choose among tests that they find on their own. */
const filteringRunners = names("vitest jest");
/** What they are given is what they judge or turn into something else. */
const readers = names(
  "eslint prettier biome tsc stylelint oxlint esbuild rollup webpack swc babel parcel vite tsup unbuild terser sass " +
    "postcss markdownlint cspell typedoc cat cp mv rm mkdir ls echo printf rimraf shx test true false exit set export",
);
/** They run what stands behind them and their options. */
const wrappers = names("npx bunx pnpx c8 nyc env cross-env cross-env-shell dotenv time nice exec sudo xvfb-run start");

/** Whether a program works on the files that it is given, and runs none of them. */
export function isReader(program: string): boolean {
  return readers.has(program);
}

function names(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}

const namingOption =
  /^(-c|-p|-r|-f|-b|--?[\w-]*(config|project|rulesdir|ignore-path|require|import|loader|setup|preset|env-file|format|formatter|reporter|plugins?|plugins-relative-to|tsconfig|build|environment|resolver|transform|runner|file|globalSetup|extension|world|hook|entry-file|init|preload|dir|root))$/i;
/** They take no value: what follows is a file of its own. */
const bare = /^(--test|--build|-b|--fix|--check|--write|--run|--watch|--coverage|-c)$/;

export function useOf(words: readonly string[]): CommandUse {
  const assigned: string[] = [];
  let at = 0;
  for (; at < words.length; at++) {
    const word = words[at] ?? "";
    if (/^\w+=/.test(word)) assigned.push(...word.split(/[=\s,]+/).slice(1));
    else if (at > 0 && word.startsWith("-")) assigned.push(...word.split("=").slice(1));
    else if (!wrappers.has(programOf(word)) && !isExecution(words, at)) break;
    else if (isExecution(words, at)) at++;
  }
  const word = words[at] ?? "";
  const args = words.slice(at + 1);
  const program = programOf(word);
  const { options, plain, isTest } = readOptions(args);
  const own = isPath(word) ? [word] : [];
  const named = [...assigned, ...options];
  if (interpreters.has(program)) {
    const runsTests = isTest || ((program === "bun" || program === "deno") && plain[0] === "test");
    if (runsTests) return { program, run: own, tests: plain, runsTests, options: named, given: [] };
    const [first, ...rest] = plain[0] === "run" && (program === "bun" || program === "deno") ? plain.slice(1) : plain;
    const inline = args.flatMap((arg, index) =>
      /^(-e|-p|--eval|--print|-c)$/.test(args[index - 1] ?? "") ? [arg] : [],
    );
    const loaded = inline.flatMap((code) => code.match(/[\w@./\\-]+/g) ?? []);
    return {
      program,
      run: [...own, ...(first === undefined ? [] : [first]), ...loaded],
      tests: [],
      runsTests: false,
      options: named,
      given: rest,
    };
  }
  if (testRunners.has(program) || filteringRunners.has(program)) {
    return { program, run: own, tests: plain, runsTests: true, options: named, given: [] };
  }
  if (readers.has(program)) return { program, run: own, tests: [], runsTests: false, options: named, given: [] };
  return { program, run: own, tests: [], runsTests: false, options: named, given: plain };
}

/** `npm exec x`, `pnpm exec x`, `yarn exec x`. */
function isExecution(words: readonly string[], at: number): boolean {
  return /^(npm|pnpm|yarn|bun)$/.test(programOf(words[at] ?? "")) && /^(exec|x|dlx)$/.test(words[at + 1] ?? "");
}

function programOf(word: string): string {
  return nameOf(word.replaceAll("\\", "/"))
    .toLowerCase()
    .replace(/\.(cmd|exe)$/, "");
}

function isPath(word: string): boolean {
  return /[/\\]/.test(word);
}

function readOptions(args: readonly string[]) {
  const options: string[] = [];
  const plain: string[] = [];
  for (const [index, arg] of args.entries()) {
    const before = args[index - 1] ?? "";
    if (arg.startsWith("-")) options.push(...arg.split(/[=,]/).slice(1));
    else {
      if (namingOption.test(before)) options.push(arg);
      if (!namingOption.test(before) || bare.test(before)) plain.push(arg);
    }
  }
  return { options, plain, isTest: args.includes("--test") };
}
