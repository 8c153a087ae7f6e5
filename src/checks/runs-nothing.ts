import { defaultPrograms, isPackageManager } from "./programs.ts";
import { findSubcommands } from "./subcommand.ts";

const runVerbs = new Set(["run", "run-script", "rum", "urn"]);

/** Which words of a command exit 0 without having run anything, so that the check would prove nothing. */
export function findIdle(program: string, args: readonly string[]): string | undefined {
  if (isInterpreter(program) && args.every((word) => word === "-" || word === "--"))
    return [program, ...args].join(" ");
  const own = ownWords(args);
  const question = findQuestion(program, own);
  if (question !== undefined) return `${program} ${question}`;
  if (!isPackageManager(program)) return undefined;
  const [position] = findSubcommands(program, args);
  if (position === undefined) return hasOtherWork(program, own) ? undefined : [program, ...args].join(" ");
  if (!runVerbs.has(args[position] ?? "")) return undefined;
  const isNamed = findSubcommands(program, args.slice(position + 1)).length > 0;
  return isNamed ? undefined : `${program} ${args[position]}`;
}

/** Tools whose options stand anywhere; the others leave what stands behind the first name to the program of that name. */
const takesOptionsAnywhere = new Set(["npm", "tsc", "vitest", "jest", "eslint", "prettier"]);

/** Asks a program about itself instead of having it work. npm takes any unambiguous beginning of an option's name. */
const question = /^(?:-[vVhH?]|--(?:help|version|versions|usage|revision))$/;
const npmQuestion = /^(?:-[vhH?]|--(?:h|he|hel|help|us|usa|usag|usage|vers|versi|versio|version|versions))(?:=|$)/;

function findQuestion(program: string, own: readonly string[]): string | undefined {
  if (program === "npm") return own.find((word) => npmQuestion.test(word));
  if (!defaultPrograms.some((name) => name === program)) return undefined;
  const name = own.findIndex((word) => !word.startsWith("-"));
  const asked = takesOptionsAnywhere.has(program) || name === -1 ? own : own.slice(0, name);
  return asked.find((word) => question.test(word));
}

/** Reads its program from the (closed) stdin where it is given none. */
function isInterpreter(program: string): boolean {
  return program === "node" || program === "bun";
}

/** Without a subcommand, npx needs its `-c`, bun a script or code; the others print what they are asked, or install. */
function hasOtherWork(program: string, own: readonly string[]): boolean {
  if (program === "npx") return own.some((word) => /^(-c|--call)(=|$)/.test(word));
  return program !== "pnpm" || own.length > 0;
}

/** Up to the `--` behind which npm takes no options. */
function ownWords(args: readonly string[]): readonly string[] {
  const end = args.indexOf("--");
  return end === -1 ? args : args.slice(0, end);
}
