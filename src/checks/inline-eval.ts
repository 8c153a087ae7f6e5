import { isPackageManager } from "./programs.ts";

const interpreters = new Set(["node", "bun", "tsx"]);

/** `-e`, `-p`, `-pe`, `-eCODE`, `--eval`, `--print=CODE`. */
const evalOption = /^(-[a-zA-Z]?[ep]|--(eval|print)(=|$))/;

/** `npx -c "…"` and its kin hand a whole line to a shell. */
const shellOption: Record<string, RegExp> = {
  npm: /^(-c|--call)(=|$)/,
  npx: /^(-c|--call)(=|$)/,
  pnpm: /^(-c|--shell-mode)(=|$)/,
};

/** Which words of a command hold code of their own; undefined where none do. */
export function findInlineEval(program: string, args: readonly string[]): string | undefined {
  const dataImport = args.find((word) => /(^|=|\s)data:/i.test(word));
  if (dataImport !== undefined) return dataImport;
  if (interpreters.has(program)) {
    const option = findEvalOption(args);
    if (option !== undefined) return `${program} ${option}`;
  }
  return isPackageManager(program) ? findBehind(program, args) : undefined;
}

/** A package manager can start an interpreter or a shell: `pnpm exec node -e …`, `npx -c …`. */
function findBehind(program: string, args: readonly string[]): string | undefined {
  if (program === "bun" && args[0] === "exec") return "bun exec";
  const shell = ownOptions(args).find((word) => shellOption[program]?.test(word));
  if (shell !== undefined) return `${program} ${shell}`;
  for (const [index, word] of args.entries()) {
    if (!interpreters.has(word)) continue;
    const option = findEvalOption(args.slice(index + 1));
    if (option !== undefined) return `${word} ${option}`;
  }
  return undefined;
}

/** Up to the program's own script, whose options these no longer are. A word behind an option may be its value. */
function findEvalOption(args: readonly string[]): string | undefined {
  for (const [index, word] of args.entries()) {
    if (word === "--") return undefined;
    if (evalOption.test(word)) return word;
    const before = args[index - 1] ?? "";
    const isScript = !word.startsWith("-") && (!before.startsWith("-") || before.includes("="));
    if (isScript) return undefined;
  }
  return undefined;
}

function ownOptions(args: readonly string[]): readonly string[] {
  const end = args.indexOf("--");
  return end === -1 ? args : args.slice(0, end);
}
