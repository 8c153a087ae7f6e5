import { type Category, categoryOf } from "./category.ts";
import type { Check, Dod, ScriptCheck } from "./dod.ts";
import { readLines } from "./line.ts";
import { findMentions, isBelowBase, type Mention, pathsAmong, proseOf } from "./mentions.ts";
import { isAlone, readTag } from "./tag.ts";
import { isWriteTarget } from "./write-target.ts";

/** The commands that a project really has; what it lacks is absent. */
export interface ProjectHints {
  readonly test?: string;
  readonly build?: string;
  readonly lint?: string;
}

/** Nobody wrote an inferred DoD anywhere. */
const at = { line: 1, column: 1 } as const;

/**
 * What a dispatch without a block asks for, as far as its words tell: the checks of its category that the project can
 * run, else one criterion that repeats its first line. Never empty, never throws, takes linear time.
 */
export function inferDod(prompt: string, hints: ProjectHints): Dod {
  const mentions = findMentions(prompt);
  const namesOneFile = pathsAmong(mentions, ["file"]).length === 1;
  const category = categoryOf(proseOf(prompt, mentions), namesOneFile);
  const checks = checksOf(category, prompt, mentions, hints);
  return { source: "inferred", at, checks, criteria: checks.length > 0 ? [] : [summarise(prompt)] };
}

function checksOf(category: Category, prompt: string, mentions: readonly Mention[], hints: ProjectHints): Check[] {
  switch (category) {
    case "bugfix":
    case "impl":
      return [...scriptCheck("buildPasses", hints.build), ...scriptCheck("testsPass", hints.test)];
    case "refactor":
      return [...scriptCheck("buildPasses", hints.build), ...scriptCheck("lintClean", hints.lint)];
    case "test":
      return scriptCheck("testsPass", hints.test);
    case "writeFile":
      return writtenFile(prompt, mentions);
    case "unknown":
      return [];
  }
}

/** What a check runs that names no command; any other command is written into it. */
const defaults: Record<ScriptCheck["kind"], string> = {
  testsPass: "npm test",
  buildPasses: "npm run build",
  lintClean: "npm run lint",
};

function scriptCheck(kind: ScriptCheck["kind"], command: string | undefined): ScriptCheck[] {
  if (command === undefined) return [];
  return [{ kind, at, ...(command === defaults[kind] ? {} : { command }) }];
}

/** A file that is there without having been written proves nothing: the producer must have changed it. */
function writtenFile(prompt: string, mentions: readonly Mention[]): Check[] {
  const target = mentions.find((mention) => mention.kind === "file" && isWriteTarget(prompt, mention));
  if (target === undefined || !isBelowBase(target.text)) return [];
  return [{ kind: "fileExists", at, path: target.text, changed: true }];
}

/** In UTF-16 code units, the ellipsis included. */
const longestCriterion = 120;

/** The first line that says something, on one line and not too long. */
function summarise(prompt: string): string {
  for (const { text } of readLines(prompt)) {
    if (/[\p{L}\p{N}]/u.test(text) && !isLoneTag(text)) return shorten(collapse(text));
  }
  return "The delegated work was done, and the result says what was done.";
}

function isLoneTag(line: string): boolean {
  const tag = readTag(line);
  return tag !== undefined && isAlone(tag, line);
}

function collapse(line: string): string {
  return line.replaceAll(/[\p{White_Space}\p{Cc}]+/gu, " ").trim();
}

function shorten(text: string): string {
  if (text.length <= longestCriterion) return text;
  const cut = text.slice(0, longestCriterion - 1);
  const splitsPair = /[\uD800-\uDBFF]$/.test(cut);
  return `${(splitsPair ? cut.slice(0, -1) : cut).trimEnd()}…`;
}
