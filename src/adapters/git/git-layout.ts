import { realpath } from "node:fs/promises";
import { runGit } from "./git-process.ts";

/** Where the parts of the user's repository are, and which of its settings say how files are read. */
export interface GitLayout {
  /** The work tree's root, links followed. */
  readonly root: string;
  readonly gitDirectory: string;
  readonly objects: string;
  readonly index: string;
  /** Files with patterns of what is ignored, the weaker first. */
  readonly excludes: readonly string[];
  readonly infoAttributes: string;
  readonly objectFormat: string;
  /** Values of `core.*` that describe the file system. */
  readonly fileSystem: Readonly<Record<string, string>>;
  /** Whether git may convert line ends or more between files and objects, attributes of files aside. */
  readonly converts: boolean;
}

export type LayoutReading =
  | { readonly status: "read"; readonly layout: GitLayout }
  | { readonly status: "none" }
  | { readonly status: "failed"; readonly message: string };

export interface GitPlace {
  /** git's executable. */
  readonly file: string;
  readonly directory: string;
  readonly env: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

const questions = [
  "--show-toplevel",
  "--absolute-git-dir",
  ...["objects", "index", "info/exclude", "info/attributes"].flatMap((path) => ["--git-path", path]),
  "--show-object-format",
];

/** Asks the user's repository, by commands that only read and start nothing. */
export async function readLayout({ file, directory, env, signal }: GitPlace): Promise<LayoutReading> {
  const ask = (...args: string[]) => runGit(file, { args, cwd: directory, env, signal });
  const answer = await ask("rev-parse", "--path-format=absolute", ...questions);
  if (!answer.ok) {
    const isNone = /not a git repository|must be run in a work tree/.test(answer.message);
    return isNone ? { status: "none" } : { status: "failed", message: answer.message };
  }
  const lines = answer.stdout
    .toString()
    .replace(/\r?\n$/, "")
    .split(/\r?\n/);
  const [top, gitDirectory, objects, index, exclude, infoAttributes, objectFormat] = lines;
  if (lines.length !== 7 || !top || !gitDirectory || !objects || !index || !exclude || !infoAttributes || !objectFormat)
    return { status: "failed", message: "git's answer about the repository can't be read" };
  const [settings, excludesFile, attributesFile] = await Promise.all([
    ask("config", "-z", "--get-regexp", "^core\\.(filemode|symlinks|ignorecase|precomposeunicode|autocrlf)$"),
    ask("config", "-z", "--type=path", "--get", "core.excludesfile"),
    ask("config", "-z", "--type=path", "--get", "core.attributesfile"),
  ]);
  const values = settings.ok ? pairsOf(settings.stdout.toString()) : {};
  const { "core.autocrlf": autocrlf = "false", ...fileSystem } = values;
  const own = excludesFile.ok ? excludesFile.stdout.toString().replace(/\0$/, "") : defaultExcludes(env);
  return {
    status: "read",
    layout: {
      root: await realpath(top),
      gitDirectory,
      objects,
      index,
      excludes: [...(own === undefined ? [] : [own]), exclude],
      infoAttributes,
      objectFormat,
      fileSystem,
      converts: autocrlf !== "false" || attributesFile.ok,
    },
  };
}

/** `key\nvalue\0…`; a key without a value means true. */
function pairsOf(text: string): Record<string, string> {
  const entries = text.split("\0").filter((entry) => entry !== "");
  return Object.fromEntries(
    entries.map((entry) => {
      const [key = "", value = "true"] = entry.split("\n");
      return [key.toLowerCase(), value.toLowerCase()];
    }),
  );
}

function defaultExcludes({ XDG_CONFIG_HOME, HOME, USERPROFILE }: GitPlace["env"]): string | undefined {
  const home = HOME ?? USERPROFILE;
  const config = XDG_CONFIG_HOME || (home && `${home}/.config`);
  return config && `${config}/git/ignore`;
}
