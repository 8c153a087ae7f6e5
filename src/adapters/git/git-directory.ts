import { mkdir, readFile, writeFile } from "node:fs/promises";
import { devNull } from "node:os";
import { delimiter, join } from "node:path";
import type { GitLayout } from "./git-layout.ts";
import { type GitAnswer, type GitRequest, runGit } from "./git-process.ts";

/** A git directory of the plugin's own, whose work tree is the user's. */
export interface GitDirectory {
  readonly path: string;
  readonly layout: GitLayout;
  run(args: readonly string[], options: GitOptions): Promise<GitAnswer>;
}

export interface GitOptions extends Pick<GitRequest, "input" | "onOutput" | "mostBytes" | "signal"> {
  /** Another index than the directory's own. */
  readonly index?: string;
  /** Another work tree than the user's. */
  readonly workTree?: string;
  /**
   * Whether the user's objects are out of sight. Trees that are written so are the directory's own: what somebody does to the
   * user's repository changes nothing in them.
   */
  readonly isAlone?: boolean;
}

export interface GitProgram {
  readonly file: string;
  /** What git gets of the host's environment. */
  readonly env: Readonly<Record<string, string>>;
}

/** Bytes go in and come out as they are, whatever the project's own attributes say. */
const attributes = "* -text -filter -ident -working-tree-encoding !diff\n";

const largestPatterns = 1024 * 1024;

/** Makes one, by hand: so that nothing of a template or of the user's settings gets into it. */
export async function makeGitDirectory(path: string, layout: GitLayout, program: GitProgram): Promise<GitDirectory> {
  await Promise.all(["objects/info", "refs/heads", "info"].map((part) => mkdir(join(path, part), { recursive: true })));
  await Promise.all([
    writeFile(join(path, "HEAD"), "ref: refs/heads/none\n"),
    writeFile(join(path, "config"), configOf(layout)),
    writeFile(join(path, "info/attributes"), attributes),
    writeFile(join(path, "info/exclude"), await excludesOf(layout)),
  ]);
  return {
    path,
    layout,
    run: (args, { index, workTree = layout.root, isAlone = false, ...options }) =>
      runGit(program.file, {
        ...options,
        args,
        cwd: workTree,
        env: {
          ...program.env,
          LC_ALL: "C",
          GIT_DIR: path,
          GIT_WORK_TREE: workTree,
          GIT_CONFIG_NOSYSTEM: "1",
          GIT_CONFIG_GLOBAL: devNull,
          GIT_OPTIONAL_LOCKS: "0",
          GIT_LITERAL_PATHSPECS: "1",
          ...(index === undefined ? {} : { GIT_INDEX_FILE: index }),
          ...(isAlone ? {} : { GIT_ALTERNATE_OBJECT_DIRECTORIES: quotePath(layout.objects) }),
        },
      }),
  };
}

/** A path as git's file and its variable of alternates take it. */
export function quotePath(path: string): string {
  return /["\\\n]/.test(path) || path.startsWith("#") || path.includes(delimiter) ? JSON.stringify(path) : path;
}

/** The settings of a git directory in which nothing is converted and nothing is started. */
export function configOf({ objectFormat, fileSystem }: Pick<GitLayout, "objectFormat" | "fileSystem">): string {
  const isDefault = objectFormat === "sha1";
  const lines = [
    "[core]",
    `repositoryFormatVersion = ${isDefault ? 0 : 1}`,
    "bare = false",
    ...Object.entries(fileSystem).map(([key, value]) => `${key.slice("core.".length)} = ${value}`),
    "autoCrlf = false",
    "safeCrlf = false",
    `excludesFile = ${quoteValue(devNull)}`,
    `attributesFile = ${quoteValue(devNull)}`,
    `hooksPath = ${quoteValue(devNull)}`,
    "fsMonitor = false",
    "untrackedCache = false",
    "splitIndex = false",
    "looseCompression = 1",
    "fsync = none",
    ...(isDefault ? [] : ["[extensions]", `objectFormat = ${objectFormat}`]),
    "[checkout]",
    "workers = 0",
    "[gc]",
    "auto = 0",
  ];
  return `${lines.join("\n")}\n`;
}

function quoteValue(value: string): string {
  return JSON.stringify(value);
}

/** What is ignored beyond the project's own files, as it stands now: the producer may edit those files later. */
async function excludesOf({ excludes }: GitLayout): Promise<string> {
  const texts = await Promise.all(excludes.map((path) => readFile(path, "utf8").catch(() => "")));
  const kept = texts.filter(({ length }) => length <= largestPatterns);
  return [...kept, "node_modules\n"].join("\n");
}
