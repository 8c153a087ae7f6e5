import { suggest } from "../dod/suggest.ts";
import type { CommandProblem } from "./command-problem.ts";
import { findInlineEval } from "./inline-eval.ts";
import { findInstalling } from "./installing.ts";
import { defaultPrograms, foreignPrograms } from "./programs.ts";
import { findIdle } from "./runs-nothing.ts";
import { splitWords } from "./words.ts";

/** Which commands may run. */
export interface CommandPolicy {
  /** Names allowed besides the default ones. */
  readonly allow: readonly string[];
  /** Whether `node -e …` and its like may run. */
  readonly inlineEval: boolean;
}

export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  /** As its author wrote it, without the spaces around it. */
  readonly text: string;
}

export type ParsedCommand =
  | { readonly ok: true; readonly command: Command }
  | { readonly ok: false; readonly problems: readonly CommandProblem[] };

/** Reads a command and holds it against the policy; finds all that is wrong with it. */
export function parseCommand(text: string, policy: CommandPolicy): ParsedCommand {
  const problems = findForbiddenCharacters(text);
  const split = splitWords(text);
  if (!split.ok) return { ok: false, problems: [...problems, { code: "unterminatedQuote", quote: split.quote }] };
  const [program, ...args] = split.words;
  if (program === undefined || program === "") return { ok: false, problems: [...problems, { code: "empty" }] };
  problems.push(...findProgramProblems(program, policy), ...findArgumentProblems(program, args, policy));
  return problems.length > 0 ? { ok: false, problems } : { ok: true, command: { program, args, text: text.trim() } };
}

/** One spelling for all ways to quote and space the same words. */
export function normalize({ program, args }: Pick<Command, "program" | "args">): string {
  return [program, ...args].join(" ");
}

/** What a shell would act on, and controls and line separators other than the tab. */
const forbidden = /[;&|`$<>\u2028\u2029]|(?!\t)\p{Cc}/gu;

function findForbiddenCharacters(text: string): CommandProblem[] {
  return [...new Set(text.match(forbidden))].map((character) => ({ code: "forbiddenCharacter", character }));
}

function findProgramProblems(program: string, policy: CommandPolicy): CommandProblem[] {
  const allowed = [...defaultPrograms, ...policy.allow];
  if (allowed.includes(program) && isBareName(program)) return [];
  if (/^\w+=/.test(program)) return [{ code: "assignment", word: program }];
  if (!isBareName(program)) return [{ code: "notBareName", program }];
  const name = program.replace(/\.(cmd|exe|bat|ps1)$/i, "");
  const suggestion = foreignPrograms.has(name) ? undefined : suggest(name, allowed);
  return [{ code: "notAllowed", program, allowed, ...(suggestion === undefined ? {} : { suggestion }) }];
}

/** No path, on any platform. */
function isBareName(program: string): boolean {
  return !/[/\\:]/.test(program) && program !== "." && program !== "..";
}

function findArgumentProblems(program: string, args: readonly string[], policy: CommandPolicy): CommandProblem[] {
  const problems: CommandProblem[] = [];
  const installs = findInstalling(program, args);
  if (installs !== undefined) problems.push({ code: "installs", words: installs });
  const evaluates = policy.inlineEval ? undefined : findInlineEval(program, args);
  if (evaluates !== undefined) problems.push({ code: "inlineEval", words: evaluates });
  const idle = findIdle(program, args);
  if (idle !== undefined) problems.push({ code: "runsNothing", words: idle });
  return problems;
}
