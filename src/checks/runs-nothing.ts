import { isPackageManager } from "./programs.ts";
import { findSubcommands } from "./subcommand.ts";

/** Programs that, given nothing to run, read their program from the (closed) stdin or print a help text, and exit 0. */
const needArguments = new Set(["node", "npx", "pnpm", "bun"]);

const runVerbs = new Set(["run", "run-script", "rum", "urn"]);

/** Which words of a command exit 0 without having run anything, so that the check would prove nothing. */
export function findIdle(program: string, args: readonly string[]): string | undefined {
  const [first] = args;
  if (needArguments.has(program) && (first === undefined || first === "-")) return [program, ...args].join(" ");
  if (!isPackageManager(program)) return undefined;
  const [position] = findSubcommands(program, args);
  const verb = position === undefined ? undefined : args[position];
  if (position === undefined || verb === undefined || !runVerbs.has(verb)) return undefined;
  return findSubcommands(program, args.slice(position + 1)).length === 0 ? `${program} ${verb}` : undefined;
}
