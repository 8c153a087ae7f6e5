import { parseArgs } from "node:util";
import { isNear, suggest } from "../dod/suggest.ts";
import type { CommandName } from "../report/help.ts";
import type { UsageFault } from "../report/usage-fault.ts";

export interface LintRequest {
  readonly command: "lint";
  /** As they were given, each once; `-` is standard input. */
  readonly files: readonly string[];
  readonly json: boolean;
  /** Whether a file without a block is fine. */
  readonly ifPresent: boolean;
  /** Whether each file is a plan, whose every step needs a block. */
  readonly plan: boolean;
}

export interface CheckRequest {
  readonly command: "check";
  readonly file: string;
  /** Undefined for the current directory. */
  readonly cwd: string | undefined;
  /** The commit that changes are compared with. */
  readonly base: string | undefined;
  readonly json: boolean;
  readonly ifPresent: boolean;
}

export type CommandLine =
  | LintRequest
  | CheckRequest
  | { readonly command: "help"; readonly of: CommandName | undefined }
  | { readonly command: "version" }
  | { readonly command: "faulty"; readonly of: CommandName | undefined; readonly faults: readonly UsageFault[] };

const optionTypes = {
  help: { type: "boolean", short: "h" },
  version: { type: "boolean", short: "v" },
  plan: { type: "boolean" },
  json: { type: "boolean" },
  "if-present": { type: "boolean" },
  cwd: { type: "string" },
  base: { type: "string" },
} as const;

type OptionName = keyof typeof optionTypes;

const optionNames = Object.keys(optionTypes) as readonly OptionName[];

const optionsOf: Record<CommandName, readonly OptionName[]> = {
  lint: ["plan", "if-present", "json", "help"],
  check: ["cwd", "base", "if-present", "json", "help"],
};
const commandNames = ["lint", "check"] as const satisfies readonly CommandName[];

/** Reads what stands behind `dod-gate`. All that is wrong with it comes at once. */
export function readCommandLine(args: readonly string[]): CommandLine {
  // Not strictly: what the parser would throw for an unknown option names neither the others nor what was meant.
  const parsed = parseArgs({
    args: [...args],
    options: optionTypes,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const { tokens, positionals } = parsed;
  const [word, ...operands] = positionals;
  const command = commandNames.find((name) => name === word);
  const given = new Map<string, string | true>();
  const faults: UsageFault[] = [];
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const { name, rawName, value } = token;
    const fault = findFault(token, command);
    if (fault === undefined) given.set(name, value ?? true);
    else faults.push({ ...fault, option: rawName });
  }
  if (given.has("help")) return { command: "help", of: command };
  if (given.has("version") && command === undefined) return { command: "version" };
  if (word === undefined) faults.unshift({ code: "noCommand" });
  else if (command === undefined)
    faults.unshift({ code: "unknownCommand", word, suggestion: nearest(word, commandNames) });
  else faults.push(...findOperandFaults(command, operands));
  if (faults.length > 0 || command === undefined) return { command: "faulty", of: command, faults };
  return requestOf(command, operands, given);
}

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}

type OptionFault =
  | { readonly code: "unknownOption"; readonly suggestion: string | undefined }
  | { readonly code: "missingValue" | "needlessValue" };

function findFault(
  { name, value, inlineValue }: OptionToken,
  command: CommandName | undefined,
): OptionFault | undefined {
  const known = command === undefined ? optionNames : optionsOf[command];
  const option = known.find((each) => each === name);
  if (option === undefined) {
    const meant = nearest(name, known);
    return { code: "unknownOption", suggestion: meant && `--${meant}` };
  }
  if (optionTypes[option].type === "boolean") return value === undefined ? undefined : { code: "needlessValue" };
  const isMissing = value === undefined || value === "" || (inlineValue === false && value.startsWith("-"));
  return isMissing ? { code: "missingValue" } : undefined;
}

/** Names this short leave no room for two letters changing places, and there are few of them. */
function nearest<Name extends string>(word: string, names: readonly Name[]): Name | undefined {
  return suggest(word, names) ?? names.find((name) => isNear(word, name, 2));
}

function findOperandFaults(command: CommandName, operands: readonly string[]): UsageFault[] {
  if (operands.length === 0) return [{ code: "missingFile" }];
  return command === "check" && operands.length > 1 ? [{ code: "tooManyFiles" }] : [];
}

function requestOf(
  command: CommandName,
  operands: readonly string[],
  given: ReadonlyMap<string, string | true>,
): LintRequest | CheckRequest {
  const shared = { json: given.has("json"), ifPresent: given.has("if-present") };
  const text = (name: OptionName) => {
    const value = given.get(name);
    return typeof value === "string" ? value : undefined;
  };
  switch (command) {
    case "lint":
      return { command, files: [...new Set(operands)], plan: given.has("plan"), ...shared };
    case "check":
      return { command, file: operands[0] ?? "", cwd: text("cwd"), base: text("base"), ...shared };
  }
}
