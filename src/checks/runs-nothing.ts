import { isPackageManager } from "./programs.ts";
import { findSubcommands } from "./subcommand.ts";

const runVerbs = new Set(["run", "run-script", "rum", "urn"]);

/** Which words of a command exit 0 without having run anything, so that the check would prove nothing. */
export function findIdle(program: string, args: readonly string[]): string | undefined {
  if (isInterpreter(program) && args.every((word) => word === "-" || word === "--"))
    return [program, ...args].join(" ");
  if (!isPackageManager(program)) return undefined;
  const own = ownWords(args);
  const question = program === "npm" ? own.find((word) => /^(-h|--help|--usage)$/.test(word)) : undefined;
  if (question !== undefined) return `npm ${question}`;
  const [position] = findSubcommands(program, args);
  if (position === undefined) return hasOtherWork(program, own) ? undefined : [program, ...args].join(" ");
  if (!runVerbs.has(args[position] ?? "")) return undefined;
  const isNamed = findSubcommands(program, args.slice(position + 1)).length > 0;
  return isNamed ? undefined : `${program} ${args[position]}`;
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
