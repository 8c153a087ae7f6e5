import type { CommandProblem } from "../../src/checks/command-problem.ts";
import type { CheckProblem } from "../../src/checks/preflight.ts";
import type { BlockNote, BlockProblem } from "../../src/dod/problem.ts";
import type { Problem } from "../../src/gate/delegation.ts";
import { type ArgumentProblem, renderArgumentProblems } from "../../src/report/argument-problems.ts";
import { describeCommandProblem } from "../../src/report/command-problems.ts";
import { describeProblem } from "../../src/report/problem-sentence.ts";
import { describeBlockNote } from "../../src/report/problems.ts";
import { type Cases, casesOf } from "./cases.ts";

const at = { line: 4, column: 8 };
const limit = 64;

const commands: Cases<CommandProblem> = {
  empty: { code: "empty" },
  unterminatedQuote: { code: "unterminatedQuote", quote: '"' },
  forbiddenCharacter: { code: "forbiddenCharacter", character: "&" },
  notBareName: { code: "notBareName", program: "./run" },
  assignment: { code: "assignment", word: "CI=1" },
  notAllowed: { code: "notAllowed", program: "make", allowed: ["npm"] },
  installs: { code: "installs", words: "npm install" },
  inlineEval: { code: "inlineEval", words: "node -e" },
  runsNothing: { code: "runsNothing", words: "node --version" },
};

const problem: CommandProblem = commands.notAllowed;

const blocks: Cases<BlockProblem | CheckProblem | Extract<Problem, { code: "blockDemanded" }>> = {
  unknownDirective: { at, code: "unknownDirective", word: "checks" },
  missingColon: { at, code: "missingColon", directive: "check" },
  missingDirective: { at, code: "missingDirective", text: "testsPass" },
  decoratedDirective: { at, code: "decoratedDirective", directive: "check", text: "**check:**" },
  falseLineBreak: { at, code: "falseLineBreak", separator: "\u2028" },
  detachedText: { at, code: "detachedText", directive: "criteria" },
  outsideBlock: { at, code: "outsideBlock" },
  tagNotAlone: { at, code: "tagNotAlone", tag: "[acceptance]" },
  splitByFence: { at, code: "splitByFence", tag: "[/acceptance]" },
  missingKind: { at, code: "missingKind", allowed: ["run"] },
  unknownKind: { at, code: "unknownKind", word: "tetsPass", allowed: ["testsPass"] },
  unknownKey: { at, code: "unknownKey", kind: "run", key: "cmd", allowed: ["command"] },
  missingKey: { at, code: "missingKey", kind: "run", key: "command" },
  emptyValue: { at, code: "emptyValue", key: "path" },
  badValue: { at, code: "badValue", key: "changed", value: "yes", allowed: ["true", "false"] },
  leftOverText: { at, code: "leftOverText", text: "--run" },
  oddCharacter: { at, code: "oddCharacter", character: "“" },
  unterminatedQuote: { at, code: "unterminatedQuote", quote: '"' },
  unterminatedBrace: { at, code: "unterminatedBrace" },
  invalidSchema: { at, code: "invalidSchema", message: "x" },
  pathEscapes: { at, code: "pathEscapes", key: "path", path: "../x" },
  emptyBlock: { at, code: "emptyBlock" },
  blockTooLarge: { at, code: "blockTooLarge", limit: 65_536 },
  tooManyChecks: { at, code: "tooManyChecks", limit },
  tooManyCriteria: { at, code: "tooManyCriteria", limit },
  tooManyBlocks: { at, code: "tooManyBlocks", limit },
  tooManyProblems: { at, code: "tooManyProblems", limit },
  command: { at, code: "command", command: "make", problem },
  schemaUnusable: { at, code: "schemaUnusable", message: "x" },
  blockDemanded: { at, code: "blockDemanded" },
};

const notes: Cases<BlockNote> = {
  orphanOpenTag: { at, code: "orphanOpenTag", tag: "[acceptance]" },
  orphanCloseTag: { at, code: "orphanCloseTag", tag: "[/acceptance]" },
  discardedOpenTag: { at, code: "discardedOpenTag", tag: "[acceptance]" },
  misplacedTag: { at, code: "misplacedTag", text: "**[acceptance]**" },
  ignoredFencedBlock: { at, code: "ignoredFencedBlock", tag: "[acceptance]" },
  ignoredProse: { at, code: "ignoredProse", text: "Be careful." },
  ignoredEmpty: { at, code: "ignoredEmpty", directive: "criteria" },
  tooManyNotes: { at, code: "tooManyNotes", limit },
};

const calls: Cases<ArgumentProblem> = {
  noArguments: { code: "noArguments" },
  missing: { code: "missing", name: "prompt" },
  notText: { code: "notText", name: "prompt" },
  unknown: { code: "unknown", name: "x", suggestion: undefined, allowed: ["prompt"] },
  unknownTier: { code: "unknownTier", tier: "x", allowed: ["fast"] },
  unknownAgent: { code: "unknownAgent", agent: "x", known: ["general"] },
  grader: { code: "grader", agent: "dod-grader" },
  noDirectory: { code: "noDirectory", path: "x" },
  tooDeep: { code: "tooDeep", limit: 1 },
  hostSilent: { code: "hostSilent", about: "what the caller may do" },
  stepWithoutPlan: { code: "stepWithoutPlan" },
  block: { code: "block", problem: blocks.emptyBlock },
};

/** What stands behind the number of problems of a call that was not made. */
function describeCall(call: ArgumentProblem): string {
  return renderArgumentProblems([call]).split("\n")[1] ?? "";
}

/** A sentence for every problem and note of a block or a call, by its code. */
export const blockMessages: readonly (readonly [string, string])[] = [
  ...casesOf("block", blocks, describeProblem),
  ...casesOf("command", commands, describeCommandProblem),
  ...casesOf("note", notes, describeBlockNote),
  ...casesOf("call", calls, describeCall),
];
