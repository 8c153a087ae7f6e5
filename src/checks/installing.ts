import { isPackageManager, type PackageManager } from "./programs.ts";
import { findSubcommands } from "./subcommand.ts";

/** Subcommands that install, fetch, remove or link packages, or the package manager itself. */
const installing: Record<PackageManager, ReadonlySet<string>> = {
  npm: names(
    "install add i in ins inst insta instal isnt isnta isntal isntall ci ic clean-install install-clean isntall-clean " +
      "install-test it install-ci-test cit clean-install-test sit update up upgrade udpate u uninstall unlink remove rm " +
      "r un link ln rebuild rb dedupe ddp prune init create innit shrinkwrap install-scripts approve-scripts",
  ),
  npx: names(""),
  pnpm: names(
    "install i add ci clean-install install-clean install-test it update up upgrade remove rm uninstall un link ln " +
      "unlink dislink import fetch rebuild rb prune dedupe dlx pnx create init env runtime rt self-update setup deploy " +
      "patch patch-commit patch-remove approve-builds with",
  ),
  yarn: names(
    "install add up upgrade upgrade-interactive remove dlx create init import link unlink global set plugin policies " +
      "rebuild dedupe autoclean self-update patch patch-commit unplug focus",
  ),
  bun: names("install i ci add a remove rm update upgrade link unlink x create c init patch patch-commit"),
};

/** npm's subcommands that begin one of the above, and are harmless. npm completes any other beginning. */
const harmlessBeginnings = names("c s se");

/** Subcommands whose first argument is a program to run. */
const delegating: Record<PackageManager, ReadonlySet<string>> = {
  npm: names("exec x"),
  npx: names(""),
  pnpm: names("exec"),
  yarn: names("exec run"),
  bun: names("run"),
};

/** Options that bring installing back. */
const allowingInstalls: Record<PackageManager, RegExp> = {
  npm: /^(--?ye?s?(=.*)?|-[a-zA-Z]*y[a-zA-Z]*)$/,
  npx: /^(--?ye?s?(=.*)?|-[a-zA-Z]*y[a-zA-Z]*)$/,
  pnpm: /^--(config\.)?(verify-?deps-?before-?run|pm-?on-?fail|manage-?package-?manager-?versions)/i,
  yarn: /(?!)/,
  bun: /^(-i|--install)(=|$)/,
};

/** Which words of a command would install something; undefined where none would. */
export function findInstalling(program: string, args: readonly string[]): string | undefined {
  if (!isPackageManager(program)) return undefined;
  const option = findOption(program, args);
  if (option !== undefined) return `${program} ${option}`;
  const positions = findSubcommands(program, args);
  if (program === "yarn" && positions.length === 0 && !args.some(isQuestion)) return ["yarn", ...args].join(" ");
  for (const position of positions) {
    const found = inspect(program, args.slice(position));
    if (found !== undefined) return found;
  }
  return undefined;
}

function inspect(program: PackageManager, [subcommand = "", ...rest]: readonly string[]): string | undefined {
  if (program === "npx") return inspectDelegate("npx", [subcommand, ...rest]);
  if (isInstalling(program, subcommand)) return `${program} ${subcommand}`;
  if (program === "npm" && subcommand === "audit" && rest.includes("fix")) return "npm audit fix";
  if (program === "bun" && subcommand === "pm" && rest.includes("trust")) return "bun pm trust";
  if (program === "yarn" && subcommand === "workspace") return findInstalling("yarn", rest.slice(1));
  if (program === "yarn" && subcommand === "workspaces") return findInWorkspaces(rest);
  if (delegating[program].has(subcommand)) {
    for (const position of findSubcommands(program, rest)) {
      const found = inspectDelegate(`${program} ${subcommand}`, rest.slice(position));
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function findInWorkspaces([verb = "", ...rest]: readonly string[]): string | undefined {
  return verb === "focus" ? "yarn workspaces focus" : findInstalling("yarn", rest);
}

/** What `npx` and its kin are told to run: a package manager, or something that they would fetch from outside the registry. */
function inspectDelegate(runner: string, [program = "", ...rest]: readonly string[]): string | undefined {
  const fetches = runner === "npx" || runner.startsWith("npm ");
  if (fetches && !isRegistryName(program)) return `${runner} ${program}`;
  return findInstalling(program, rest);
}

/** Not a directory, an archive or a repository, which npm fetches and builds before it asks. */
function isRegistryName(spec: string): boolean {
  return /^(@[\w~-][\w.~-]*\/)?[\w~-][\w.~-]*(@[^/:\\]*)?$/.test(spec);
}

function isInstalling(program: PackageManager, subcommand: string): boolean {
  if (subcommand === "") return false;
  // npm reads `installTest` as `install-test`.
  const name = program === "npm" ? subcommand.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`) : subcommand;
  if (installing[program].has(name)) return true;
  return (
    program === "npm" && !harmlessBeginnings.has(name) && [...installing.npm].some((full) => full.startsWith(name))
  );
}

/** An option before the `--` that ends them. npm takes its own from anywhere: `npm test -y`. */
function findOption(program: PackageManager, args: readonly string[]): string | undefined {
  const end = args.indexOf("--");
  const own = end === -1 ? args : args.slice(0, end);
  const considered = program === "bun" ? own.slice(0, endOfBunOptions(own)) : own;
  return considered.find((word) => allowingInstalls[program].test(word) || isForeignPackage(program, word));
}

/** What follows the file or script that bun runs belongs to that. */
function endOfBunOptions(args: readonly string[]): number | undefined {
  const first = findSubcommands("bun", args).at(-1);
  if (first === undefined || args[first] === "test") return undefined;
  if (args[first] !== "run") return first;
  const second = findSubcommands("bun", args.slice(first + 1)).at(-1);
  return second === undefined ? undefined : first + 1 + second;
}

function isForeignPackage(program: PackageManager, word: string): boolean {
  if (program !== "npm" && program !== "npx") return false;
  return word.startsWith("--package=") && !isRegistryName(word.slice("--package=".length));
}

function isQuestion(word: string): boolean {
  return ["-v", "-h", "--version", "--help"].includes(word);
}

function names(text: string): ReadonlySet<string> {
  return new Set(text.split(" ").filter((name) => name !== ""));
}
